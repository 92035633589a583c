//! Words on cheese making.

use super::{Part, Subject};

pub(crate) static CHEESE: Subject = Subject {
    id: "cheese-making",
    title: "Cheese making",
    name: "cheese making",
    query: "cheese making rennet curd milk",
    doers: "cheese makers|dairy farmers|affineurs|home cooks|small creameries",
    near: &["bread-baking", "home"],
    parts: &[
        Part {
            slug: "curd",
            title: "Milk, rennet and curd",
            things: "a curd knife|the rennet|raw milk|a starter culture|the whey",
            acts: "warm the milk to thirty-two degrees|stir in the rennet with a lifting motion|cut the curd into small cubes|rest the curd for five minutes|drain the whey slowly",
            clauses: "the curd breaks cleanly over a finger|the milk comes from late lactation|the starter culture sours the milk|the whey runs clear and green|the rennet has lost its strength",
        },
        Part {
            slug: "hard-cheese",
            title: "Hard cheese",
            things: "a cheese press|a cloth-bound wheel|the brine bath|a wooden mold|a long-aged cheese",
            acts: "press the cheese overnight|turn each wheel twice a day|salt the cheese in brine|scald the curd in stages|rub the rind with oil",
            clauses: "the wheel cracks in dry air|the paste turns crumbly with age|too little pressure leaves holes|crystals form after two years|the rind keeps out mites",
        },
        Part {
            slug: "soft-cheese",
            title: "Soft and blue cheese",
            things: "a bloomy rind|the blue mold|a draining mat|a goat cheese|a washed rind",
            acts: "ladle the curd by hand|pierce the cheese for the blue veins|dust the cheese with ash|wrap the ripe cheese in paper|flip the molds every hour",
            clauses: "the cheese runs when it is cut|white mold covers the surface in a week|ammonia builds up in a closed box|the blue spreads along the needle holes|the center stays chalky",
        },
        Part {
            slug: "aging",
            title: "Aging cheese in a cave",
            things: "an aging cave|a humidity gauge|the rind|a wooden shelf|the affinage",
            acts: "keep the cave at twelve degrees|brush the rinds each week|taste with a cheese iron|raise the humidity with wet sand|move young cheese to the lower shelf",
            clauses: "the cave smells of mushrooms|the humidity drops below eighty percent|cheese making ends and patience begins|a wheel loses a tenth of its weight|the flavor deepens in the third month",
        },
    ],
};
