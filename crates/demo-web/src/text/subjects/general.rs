//! Vocabularies of the general themes, which are no topics.

use super::{Subject, Subtopic};

pub(crate) static TOWN: Subject = Subject {
    id: "town",
    title: "Town and council",
    name: "the town",
    query: "",
    people: "residents|council members|shop owners|local reporters|families",
    related: &["money", "home"],
    subtopics: &[
        Subtopic {
            slug: "council",
            title: "Council news",
            noun_phrases: "a council meeting|the town hall|a building permit|the new bus line|a public hearing",
            verb_phrases: "vote on the parking plan|repair the old bridge|close the market street to cars|hear the neighbors first|publish the minutes",
            clauses: "the bridge needs another year of repairs|the market moves to the square|the bus no longer stops at the mill|rents rise faster than wages|the library opens on Saturdays",
        },
        Subtopic {
            slug: "events",
            title: "What is on",
            noun_phrases: "a summer fair|the flea market|a school concert|the lantern parade|a charity run",
            verb_phrases: "bring a cake to the fair|queue for tickets at noon|dance in the street|help to put up the tents|take the early train home",
            clauses: "rain moves the fair indoors|the tickets sell out by noon|the parade starts at dusk|the school choir opens the evening|volunteers clear the square by midnight",
        },
    ],
};

pub(crate) static TRAVEL: Subject = Subject {
    id: "travel",
    title: "Travel",
    name: "travel",
    query: "",
    people: "travelers|hotel owners|guides|families on holiday|cyclists",
    related: &["town", "money"],
    subtopics: &[
        Subtopic {
            slug: "journeys",
            title: "Journeys by train",
            noun_phrases: "a night train|the dining car|a rail pass|a mountain railway|the last connection",
            verb_phrases: "book a berth in good time|change trains at the border|travel light|ask the conductor|sleep through the junction",
            clauses: "the train climbs through the gorge|the connection is missed by a minute|the border guards wake everyone|breakfast is served before seven|the valley opens on the left",
        },
        Subtopic {
            slug: "places",
            title: "Places to stay",
            noun_phrases: "a guest house|a quiet village|the coast road|a market square|a museum of local life",
            verb_phrases: "stay a second night|walk to the old tower|eat where the locals eat|rent a bicycle at the station|visit out of season",
            clauses: "the village empties in September|the museum is closed on Mondays|the view is worth the climb|the landlady bakes on Fridays|the road ends at the lake",
        },
    ],
};

pub(crate) static MONEY: Subject = Subject {
    id: "money",
    title: "Work and money",
    name: "money matters",
    query: "",
    people: "small firms|savers|employees|advisers|apprentices",
    related: &["town", "home"],
    subtopics: &[
        Subtopic {
            slug: "savings",
            title: "Savings and loans",
            noun_phrases: "a savings plan|the interest rate|a household budget|a fixed loan|a pension statement",
            verb_phrases: "compare three offers|put something aside each month|read the small print|repay the dearest loan first|ask for a written quote",
            clauses: "interest eats the smaller payments|the bank changes its terms|prices rise before wages do|a cheap loan turns out dear|the budget fails in December",
        },
        Subtopic {
            slug: "jobs",
            title: "Jobs and training",
            noun_phrases: "an apprenticeship|a job interview|the notice period|a reference letter|a part-time post",
            verb_phrases: "apply before the deadline|prepare three questions|ask for the working hours|learn a trade after forty|keep a copy of the contract",
            clauses: "the post is filled within a week|the letter lists every duty|the firm trains its own people|the interview lasts an hour|overtime is paid in spring",
        },
    ],
};

pub(crate) static STUDY: Subject = Subject {
    id: "study",
    title: "Study",
    name: "university life",
    query: "",
    people: "students|lecturers|visiting scholars|librarians|members of the faculty",
    related: &["town", "money"],
    subtopics: &[
        Subtopic {
            slug: "campus",
            title: "Life on campus",
            noun_phrases: "a lecture hall|the reading room|a term paper|the canteen|an oral examination",
            verb_phrases: "enroll before the term begins|hand in the paper by Friday|meet the tutor each week|share a flat near the campus|borrow the book for a month",
            clauses: "the term begins in October|the reading room stays open late|the canteen runs out of soup|the examination lasts thirty minutes|the seminar meets on Tuesdays",
        },
        Subtopic {
            slug: "people",
            title: "People of the faculty",
            noun_phrases: "an office hour|the staff list|a research group|a guest lecture|a teaching award",
            verb_phrases: "knock and come in|write to the secretary|join the research group|sign up for the colloquium|supervise two theses a year",
            clauses: "the group meets in the old building|the professor returns from leave|the office moves to the third floor|the lecture is open to all|the colloquium ends with tea",
        },
    ],
};

pub(crate) static HOME: Subject = Subject {
    id: "home",
    title: "House and garden",
    name: "house and garden",
    query: "",
    people: "gardeners|tenants|handy neighbors|cooks|house owners",
    related: &["town", "money"],
    subtopics: &[
        Subtopic {
            slug: "garden",
            title: "In the garden",
            noun_phrases: "a compost heap|the vegetable bed|a pruning saw|a rain barrel|an apple tree",
            verb_phrases: "prune the roses in March|mulch the beds before summer|sow lettuce every fortnight|share cuttings over the fence|water in the evening",
            clauses: "slugs find the lettuce first|frost returns in May|the soil warms late|the apples store until Easter|the hedge has to come down",
        },
        Subtopic {
            slug: "repairs",
            title: "Repairs at home",
            noun_phrases: "a dripping tap|the fuse box|a paint brush|a spare key|the cellar window",
            verb_phrases: "turn off the water first|sand the door before painting|label every fuse|bleed the radiators in autumn|call a plumber in time",
            clauses: "the tap drips again after a week|the paint peels in the hall|the fuse blows when the kettle boils|damp climbs the cellar wall|the door sticks in wet weather",
        },
    ],
};
