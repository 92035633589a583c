//! Vocabulary on robotics.

use super::{Subject, Subtopic};

pub(crate) static ROBOTICS: Subject = Subject {
    id: "robotics",
    title: "Robotics",
    name: "robotics",
    query: "robotics robot sensors control",
    people: "robotics engineers|students of robotics|hobby builders|factory planners|control theorists",
    related: &["java-programming", "linux", "astronomy"],
    subtopics: &[
        Subtopic {
            slug: "sensors",
            title: "Robot sensors",
            noun_phrases: "a laser scanner|a depth camera|a wheel encoder|the inertial sensor|a bump switch",
            verb_phrases: "calibrate the sensors before each run|fuse two noisy sensors|filter the range readings|mount the camera away from the motors|log raw sensor data",
            clauses: "a glass wall is invisible to the laser|the gyroscope drifts with temperature|the encoder counts a slipping wheel|sunlight blinds the depth camera|the robot trusts a broken sensor",
        },
        Subtopic {
            slug: "arms",
            title: "Robot arms and grippers",
            noun_phrases: "a robot arm|a gripper|the wrist joint|a servo motor|the tool center point",
            verb_phrases: "solve the inverse kinematics|limit the torque of each joint|teach the robot a path by hand|grip soft fruit without bruising it|fence the cell of a fast robot",
            clauses: "the arm runs into a singularity|a joint reaches its stop|the gripper drops a wet part|the payload bends the last link|a worker steps into the cell",
        },
        Subtopic {
            slug: "navigation",
            title: "Mobile robot navigation",
            noun_phrases: "a mobile robot|an occupancy grid|a path planner|the docking station|a particle filter",
            verb_phrases: "build a map while driving|replan around an obstacle|localize the robot after a restart|keep a safe distance from people|follow a corridor by its walls",
            clauses: "the robot is lost after being carried|two corridors look alike|the map closes its loop badly|a chair was not there yesterday|the wheels slip on the ramp",
        },
        Subtopic {
            slug: "control",
            title: "Robot control",
            noun_phrases: "a feedback loop|the motor controller|a control law|a simulated robot|the emergency stop",
            verb_phrases: "tune the controller gains|run the control loop at a fixed rate|test a control law in simulation|model friction in the gears|stop the robot when a message is late",
            clauses: "the integral term winds up|the control loop misses its deadline|a high gain makes the arm shake|the simulation hides the backlash|the robot tips over on a slope",
        },
    ],
};
