//! Vocabulary on dengue fever.

use super::{Subject, Subtopic};

pub(crate) static DENGUE: Subject = Subject {
    id: "dengue-fever",
    title: "Dengue fever",
    name: "dengue fever",
    query: "dengue fever mosquito virus",
    people: "health officers|tropical doctors|mosquito researchers|community volunteers|travelers to the tropics",
    related: &["asthma", "first-aid", "travel"],
    subtopics: &[
        Subtopic {
            slug: "symptoms",
            title: "Symptoms of dengue fever",
            noun_phrases: "a high fever|a skin rash|the warning sign|a platelet count|severe dengue",
            verb_phrases: "drink plenty of fluids|avoid aspirin during a dengue fever|watch for bleeding gums|count platelets every day|return to the clinic when the fever drops",
            clauses: "the fever rises suddenly to forty degrees|pain sits behind the eyes|plasma leaks out of the vessels|the rash spares the palms|shock follows as the fever falls",
        },
        Subtopic {
            slug: "mosquitoes",
            title: "The dengue mosquito",
            noun_phrases: "a mosquito|a water container|the larva|an insecticide|a treated net",
            verb_phrases: "empty flower pots once a week|cover water tanks against mosquitoes|spray indoors during an outbreak|count larvae in old tires|release mosquitoes that cannot breed",
            clauses: "the mosquito bites by day|eggs survive a dry season|mosquitoes breed in clean standing water|the insects no longer die of the spray|a single female feeds on many people",
        },
        Subtopic {
            slug: "outbreaks",
            title: "Dengue outbreaks",
            noun_phrases: "an outbreak|a case report|the rainy season|a health district|an early warning system",
            verb_phrases: "report each dengue case within a day|map cases by street|forecast an outbreak from rainfall|prepare extra hospital beds|trace where a traveler was bitten",
            clauses: "dengue returns with the rains|all four types of virus circulate at once|a city doubles its cases in a fortnight|the wards run out of beds|migration carries the virus to new towns",
        },
        Subtopic {
            slug: "virus-and-vaccine",
            title: "Dengue virus and vaccine",
            noun_phrases: "the dengue virus|a vaccine|a second infection|an antibody test|a clinical trial",
            verb_phrases: "test for antibodies before the vaccine|sequence the virus from blood samples|compare the four serotypes|follow children for five years|store the vaccine in the cold",
            clauses: "a second infection is often the worse one|antibodies help the virus into the cell|the vaccine protects those infected before|immunity to one type lasts for life|the virus mutates slowly",
        },
    ],
};
