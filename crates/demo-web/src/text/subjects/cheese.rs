//! Vocabulary on cheese making.

use super::{Subject, Subtopic};

pub(crate) static CHEESE: Subject = Subject {
    id: "cheese-making",
    title: "Cheese making",
    name: "cheese making",
    query: "cheese making rennet curd milk",
    people: "cheese makers|dairy farmers|affineurs|home cooks|small creameries",
    related: &["bread-baking", "home"],
    subtopics: &[
        Subtopic {
            slug: "curd",
            title: "Milk, rennet and curd",
            noun_phrases: "a curd knife|the rennet|raw milk|a starter culture|the whey",
            verb_phrases: "warm the milk to thirty-two degrees|stir in the rennet with a lifting motion|cut the curd into small cubes|rest the curd for five minutes|drain the whey slowly",
            clauses: "the curd breaks cleanly over a finger|the milk comes from late lactation|the starter culture sours the milk|the whey runs clear and green|the rennet has lost its strength",
        },
        Subtopic {
            slug: "hard-cheese",
            title: "Hard cheese",
            noun_phrases: "a cheese press|a cloth-bound wheel|the brine bath|a wooden mold|a long-aged cheese",
            verb_phrases: "press the cheese overnight|turn each wheel twice a day|salt the cheese in brine|scald the curd in stages|rub the rind with oil",
            clauses: "the wheel cracks in dry air|the paste turns crumbly with age|too little pressure leaves holes|crystals form after two years|the rind keeps out mites",
        },
        Subtopic {
            slug: "soft-cheese",
            title: "Soft and blue cheese",
            noun_phrases: "a bloomy rind|the blue mold|a draining mat|a goat cheese|a washed rind",
            verb_phrases: "ladle the curd by hand|pierce the cheese for the blue veins|dust the cheese with ash|wrap the ripe cheese in paper|flip the molds every hour",
            clauses: "the cheese runs when it is cut|white mold covers the surface in a week|ammonia builds up in a closed box|the blue spreads along the needle holes|the center stays chalky",
        },
        Subtopic {
            slug: "aging",
            title: "Aging cheese in a cave",
            noun_phrases: "an aging cave|a humidity gauge|the rind|a wooden shelf|the affinage",
            verb_phrases: "keep the cave at twelve degrees|brush the rinds each week|taste with a cheese iron|raise the humidity with wet sand|move young cheese to the lower shelf",
            clauses: "the cave smells of mushrooms|the humidity drops below eighty percent|cheese making ends and patience begins|a wheel loses a tenth of its weight|the flavor deepens in the third month",
        },
    ],
};
