//! Vocabulary on bird watching.

use super::{Subject, Subtopic};

pub(crate) static BIRDS: Subject = Subject {
    id: "bird-watching",
    title: "Bird watching",
    name: "bird watching",
    query: "bird watching binoculars migration nest",
    people: "bird watchers|ringers|reserve wardens|young naturalists|garden owners",
    related: &["sailing", "astronomy", "travel"],
    subtopics: &[
        Subtopic {
            slug: "field-craft",
            title: "Field craft for bird watching",
            noun_phrases: "a pair of binoculars|a spotting scope|a field guide|the hide|a notebook",
            verb_phrases: "raise the binoculars without looking away|arrive at the hide before dawn|write down the wing bars first|keep the sun behind the shoulder|walk slowly along the hedge",
            clauses: "the bird slips into the reeds|the light flattens every color|a warbler sings but never shows|the flock wheels and settles again|wind carries the calls away",
        },
        Subtopic {
            slug: "migration",
            title: "Bird migration",
            noun_phrases: "a ringing station|the autumn passage|a geolocator|a stopover marsh|the tail wind",
            verb_phrases: "count migrating birds at the headland|ring a swallow without harm|follow a tagged stork by satellite|listen for night calls in October|compare arrival dates over decades",
            clauses: "the cranes leave with the first frost|a headwind grounds tired birds|swallows cross the desert by night|the first cuckoo arrives a week earlier|young birds migrate alone",
        },
        Subtopic {
            slug: "nests-and-boxes",
            title: "Nests and nest boxes",
            noun_phrases: "a nest box|the brood|an open nest|a clutch of eggs|a tawny owl",
            verb_phrases: "hang the nest box facing north-east|clean old nests in autumn|keep cats away from fledglings|watch the nest from a distance|record the size of the clutch",
            clauses: "the parents feed the nest every three minutes|a magpie robs the clutch|the chicks fledge in the rain|two pairs quarrel over one box|the female sits tight on the eggs",
        },
        Subtopic {
            slug: "waders-and-gulls",
            title: "Waders and gulls",
            noun_phrases: "a wader|a second-winter gull|the tide table|a mud flat|a curlew",
            verb_phrases: "watch waders on a rising tide|age a gull by its wing tips|scan the roost for a rarity|learn the common birds well|note the length of the bill",
            clauses: "the tide pushes the birds closer|dunlins turn like one body|a peregrine scatters the roost|the gull molts out of season|the mud freezes over",
        },
    ],
};
