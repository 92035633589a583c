//! Vocabulary on bread baking.

use super::{Subject, Subtopic};

pub(crate) static BREAD: Subject = Subject {
    id: "bread-baking",
    title: "Bread baking",
    name: "bread baking",
    query: "bread baking sourdough flour dough",
    people: "bakers|home bakers|millers|baking teachers|village bakeries",
    related: &["cheese-making", "home"],
    subtopics: &[
        Subtopic {
            slug: "sourdough",
            title: "Sourdough",
            noun_phrases: "a sourdough starter|the levain|a jar of rye starter|a slow ferment|the morning feed",
            verb_phrases: "feed the sourdough twice a day|float a spoonful to test the starter|keep the jar at twenty-five degrees|discard half before each feed|bake when the levain peaks",
            clauses: "the starter doubles in four hours|the sourdough smells of apples|a gray liquid gathers on top|wild yeast wakes slowly|acid weakens the dough",
        },
        Subtopic {
            slug: "dough",
            title: "Mixing and shaping dough",
            noun_phrases: "a wet dough|the gluten|a proofing basket|a bench scraper|the final shape",
            verb_phrases: "fold the dough every half hour|rest flour and water before the salt|shape the dough without tearing it|proof the loaf in a floured basket|knead until the dough springs back",
            clauses: "the dough sticks to everything|the gluten tightens during the rest|bubbles rise under the skin|the dough is slack after a warm night|too much flour makes a dry crumb",
        },
        Subtopic {
            slug: "oven",
            title: "Baking bread in the oven",
            noun_phrases: "a baking stone|a cast-iron pot|the crust|a burst of steam|the oven spring",
            verb_phrases: "heat the oven for a full hour|score the loaf with one quick cut|bake bread in a covered pot|tap the loaf to hear it is done|cool the bread on a rack",
            clauses: "the crust sings as it cools|the loaf spreads instead of rising|steam keeps the crust soft at first|the bottom burns before the top browns|the bread is gummy when cut hot",
        },
        Subtopic {
            slug: "flour",
            title: "Flour and grain",
            noun_phrases: "a stone mill|whole-grain flour|the bran|rye flour|an old wheat variety",
            verb_phrases: "mill the flour fresh|sift out the coarse bran|add more water to whole-grain flour|blend rye with strong wheat|store flour in a cool place",
            clauses: "fresh flour drinks more water|the protein differs from harvest to harvest|rye forms hardly any gluten|the bran cuts the dough strands|old grain makes fragrant bread",
        },
    ],
};
