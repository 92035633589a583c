//! Vocabulary on Java programming.

use super::{Subject, Subtopic};

pub(crate) static JAVA: Subject = Subject {
    id: "java-programming",
    title: "Java programming",
    name: "Java programming",
    query: "java programming class virtual machine",
    people: "Java programmers|library authors|teachers of programming|application architects|maintainers of old Java code",
    related: &["linux", "robotics", "study"],
    subtopics: &[
        Subtopic {
            slug: "objects",
            title: "Classes and objects in Java",
            noun_phrases: "a Java class|an interface|a record|the constructor|an abstract method",
            verb_phrases: "keep the fields of a class private|prefer composition to inheritance|write an interface first|override equals and hash code together|make a class immutable",
            clauses: "a subclass breaks its parent's promise|the constructor leaks a half-built object|two classes depend on each other|an interface grows a default method|a null reference travels through five methods",
        },
        Subtopic {
            slug: "virtual-machine",
            title: "The Java virtual machine",
            noun_phrases: "the virtual machine|the garbage collector|a class loader|the bytecode verifier|a heap dump",
            verb_phrases: "measure before tuning the heap|read a thread dump|warm up the compiler before a benchmark|choose a collector for short pauses|inspect bytecode with the disassembler",
            clauses: "the garbage collector pauses every thread|the heap fills with forgotten listeners|the compiler inlines the hot method|a class is loaded twice by two loaders|the virtual machine exits without a trace",
        },
        Subtopic {
            slug: "concurrency",
            title: "Concurrency in Java",
            noun_phrases: "a thread pool|a lock|the memory model|a concurrent map|a virtual thread",
            verb_phrases: "guard shared state with one lock|submit tasks to an executor|cancel a future that takes too long|avoid locks while calling foreign code|write a test that provokes the race",
            clauses: "two threads wait for each other forever|a write is not visible to another thread|the pool is exhausted by slow tasks|an interrupted thread ignores the signal|a counter loses updates",
        },
        Subtopic {
            slug: "build-and-test",
            title: "Building and testing Java programs",
            noun_phrases: "a unit test|the build file|a dependency|a mock object|a continuous build",
            verb_phrases: "run the unit tests on every commit|declare each dependency once|mock only what the program owns|publish a library to a repository|compile the program for the oldest supported release",
            clauses: "the build downloads half the internet|a test passes only on one machine|two libraries need different versions of a third|an annotation hides a great deal of programming|the stack trace points at generated code",
        },
    ],
};
