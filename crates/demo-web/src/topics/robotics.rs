//! Words on robotics.

use super::{Part, Subject};

pub(crate) static ROBOTICS: Subject = Subject {
    id: "robotics",
    title: "Robotics",
    name: "robotics",
    query: "robotics robot sensors control",
    doers: "robotics engineers|students of robotics|hobby builders|factory planners|control theorists",
    near: &["java-programming", "linux", "astronomy"],
    parts: &[
        Part {
            slug: "sensors",
            title: "Robot sensors",
            things: "a laser scanner|a depth camera|a wheel encoder|the inertial sensor|a bump switch",
            acts: "calibrate the sensors before each run|fuse two noisy sensors|filter the range readings|mount the camera away from the motors|log raw sensor data",
            clauses: "a glass wall is invisible to the laser|the gyroscope drifts with temperature|the encoder counts a slipping wheel|sunlight blinds the depth camera|the robot trusts a broken sensor",
        },
        Part {
            slug: "arms",
            title: "Robot arms and grippers",
            things: "a robot arm|a gripper|the wrist joint|a servo motor|the tool center point",
            acts: "solve the inverse kinematics|limit the torque of each joint|teach the robot a path by hand|grip soft fruit without bruising it|fence the cell of a fast robot",
            clauses: "the arm runs into a singularity|a joint reaches its stop|the gripper drops a wet part|the payload bends the last link|a worker steps into the cell",
        },
        Part {
            slug: "navigation",
            title: "Mobile robot navigation",
            things: "a mobile robot|an occupancy grid|a path planner|the docking station|a particle filter",
            acts: "build a map while driving|replan around an obstacle|localize the robot after a restart|keep a safe distance from people|follow a corridor by its walls",
            clauses: "the robot is lost after being carried|two corridors look alike|the map closes its loop badly|a chair was not there yesterday|the wheels slip on the ramp",
        },
        Part {
            slug: "control",
            title: "Robot control",
            things: "a feedback loop|the motor controller|a control law|a simulated robot|the emergency stop",
            acts: "tune the controller gains|run the control loop at a fixed rate|test a control law in simulation|model friction in the gears|stop the robot when a message is late",
            clauses: "the integral term winds up|the control loop misses its deadline|a high gain makes the arm shake|the simulation hides the backlash|the robot tips over on a slope",
        },
    ],
};
