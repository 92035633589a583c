//! Vocabulary on astronomy.

use super::{Subject, Subtopic};

pub(crate) static ASTRONOMY: Subject = Subject {
    id: "astronomy",
    title: "Astronomy",
    name: "astronomy",
    query: "astronomy telescope stars planets",
    people: "amateur astronomers|astronomy clubs|variable star observers|planetary scientists|night guides",
    related: &["bird-watching", "robotics", "sailing"],
    subtopics: &[
        Subtopic {
            slug: "telescopes",
            title: "Telescopes for beginners",
            noun_phrases: "a telescope|an eyepiece|the equatorial mount|a reflecting mirror|a finder scope",
            verb_phrases: "let the telescope cool for an hour|align the mount with the pole|collimate the mirrors on a bright star|start with the lowest power|shield the lens from dew",
            clauses: "the star image swells out of focus|the mount tracks half a degree an hour too fast|dew settles on the corrector plate|the image dances in warm air|a wobbly tripod spoils every view",
        },
        Subtopic {
            slug: "planets",
            title: "Observing the planets",
            noun_phrases: "a planet|the Great Red Spot|a polar cap|the ring plane|a transit",
            verb_phrases: "sketch the planet at the eyepiece|time a moon's shadow on Jupiter|watch Saturn near opposition|stack a thousand video frames|use a red filter on Mars",
            clauses: "Mars comes closest every two years|Saturn's rings stand edge on|Venus shows a thin crescent|the planet is low above the horizon|Jupiter turns in under ten hours",
        },
        Subtopic {
            slug: "stars",
            title: "Stars and nebulae",
            noun_phrases: "a double star|a planetary nebula|the globular cluster|a supernova remnant|a dark site",
            verb_phrases: "estimate the star's brightness by its neighbors|split a close double star|look beside a faint nebula|learn the constellations first|give the eyes half an hour of darkness",
            clauses: "a red giant sheds its outer layers|moonlight drowns the fainter stars|the nebula glows in green light|a variable star fades within a week|stars are born in cold dust",
        },
        Subtopic {
            slug: "cosmology",
            title: "Galaxies and cosmology",
            noun_phrases: "a spiral galaxy|the redshift|a gravitational lens|dark matter|the cosmic background",
            verb_phrases: "measure the redshift of a galaxy|compare the ages of star clusters|map galaxies in a slice of sky|weigh a galaxy by its rotation|doubt a single distance measurement",
            clauses: "distant galaxies recede faster|two galaxies merge over a billion years|the rotation curve stays flat|astronomy cannot see most of the matter|light from the quasar is bent twice",
        },
    ],
};
