//! Vocabulary on asthma.

use super::{Subject, Subtopic};

pub(crate) static ASTHMA: Subject = Subject {
    id: "asthma",
    title: "Asthma",
    name: "asthma",
    query: "asthma inhaler symptoms treatment",
    people: "asthma nurses|lung specialists|parents of children with asthma|patients|school staff",
    related: &["first-aid", "dengue-fever"],
    subtopics: &[
        Subtopic {
            slug: "inhaler-technique",
            title: "Inhaler technique",
            noun_phrases: "an inhaler|a spacer|a dry powder inhaler|the mouthpiece|a reliever inhaler",
            verb_phrases: "shake the inhaler before each puff|breathe out fully before the first puff|hold the breath for ten seconds|rinse the mouth after a steroid dose|clean the spacer once a week",
            clauses: "most of the dose lands in the throat|the inhaler is pressed too early|the dose counter reaches zero|the mouthpiece clogs with powder|a mask leaks around a child's face",
        },
        Subtopic {
            slug: "triggers",
            title: "Asthma triggers",
            noun_phrases: "a trigger|house dust|grass pollen|a symptom diary|tobacco smoke",
            verb_phrases: "keep a symptom diary|wash bedding at sixty degrees|stay indoors on days with high pollen|stop smoking in the home|watch for symptoms after cold air",
            clauses: "pollen irritates the airways|asthma symptoms get worse at night|dust mites settle in the mattress|a cold sets off weeks of wheezing|exercise in dry air tightens the chest",
        },
        Subtopic {
            slug: "attacks",
            title: "Managing an asthma attack",
            noun_phrases: "an asthma attack|a written action plan|the peak flow meter|an oxygen mask|an emergency treatment",
            verb_phrases: "sit upright and stay calm|take one puff of the reliever every minute|call an ambulance if the treatment fails|check the peak flow twice a day|note the time of each puff",
            clauses: "the airways narrow within minutes|the patient cannot finish a sentence|lips and fingers turn blue|the reliever no longer helps|the wheeze falls silent",
        },
        Subtopic {
            slug: "long-term-control",
            title: "Long-term asthma treatment",
            noun_phrases: "a preventer|an inhaled steroid|the treatment step|a lung function test|a yearly review",
            verb_phrases: "take the preventer every day|step the treatment down after three calm months|review asthma medicines once a year|measure lung function before and after a dose|ask about side effects",
            clauses: "the inflammation never quite goes away|symptoms return after a missed week of treatment|good control means no night waking|lung function falls slowly|a biologic drug blocks the allergic reaction",
        },
    ],
};
