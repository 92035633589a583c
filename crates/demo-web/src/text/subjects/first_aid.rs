//! Vocabulary on first aid.

use super::{Subject, Subtopic};

pub(crate) static FIRST_AID: Subject = Subject {
    id: "first-aid",
    title: "First aid",
    name: "first aid",
    query: "first aid emergency bleeding resuscitation",
    people: "first aiders|paramedics|course instructors|scout leaders|passers-by",
    related: &["asthma", "dengue-fever", "sailing"],
    subtopics: &[
        Subtopic {
            slug: "bleeding",
            title: "First aid for bleeding",
            noun_phrases: "a pressure bandage|a sterile dressing|the wound|a tourniquet|a pair of gloves",
            verb_phrases: "press firmly on the bleeding wound|raise the injured arm|wear gloves from the first aid kit|note when the tourniquet was tightened|leave a deep splinter where it is",
            clauses: "blood soaks through the first dressing|the bleeding does not stop after ten minutes|the casualty turns pale and cold|a nosebleed starts again|the cut shows its edges apart",
        },
        Subtopic {
            slug: "resuscitation",
            title: "Resuscitation",
            noun_phrases: "a defibrillator|a chest compression|the recovery position|a rescue breath|an unconscious casualty",
            verb_phrases: "push hard in the middle of the chest|send someone for the defibrillator|check for breathing for ten seconds|begin resuscitation without delay|change places every two minutes",
            clauses: "the casualty does not breathe normally|the heart stops in the street|the defibrillator asks everyone to stand back|every minute lowers the chance of survival|the ambulance is still ten minutes away",
        },
        Subtopic {
            slug: "burns-and-poisons",
            title: "First aid for burns and poisoning",
            noun_phrases: "a burn|cool running water|a swallowed poison|a chemical splash|the poison line",
            verb_phrases: "cool the burn for twenty minutes|leave blisters closed|keep the packet of the poison|rinse the eye from the inner corner|call the emergency number",
            clauses: "clothing sticks to the burned skin|a child drinks from an unmarked bottle|the burn is larger than a hand|the casualty has swallowed bleach|steam scalds the forearm",
        },
        Subtopic {
            slug: "kits-and-courses",
            title: "First aid kits and courses",
            noun_phrases: "a first aid kit|a triangular bandage|a refresher course|the emergency plan|a training dummy",
            verb_phrases: "check the first aid kit each spring|practice on a training dummy|replace dressings past their date|hang the emergency plan by the door|repeat the course every two years",
            clauses: "half the kit is out of date|most emergencies happen at home|nobody remembers where the kit hangs|a course takes a single weekend|skills fade within months",
        },
    ],
};
