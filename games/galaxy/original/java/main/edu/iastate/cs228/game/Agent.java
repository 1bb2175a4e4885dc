package edu.iastate.cs228.game;

import java.awt.Color;
import java.io.File;
import java.util.Arrays;

/** A bot. It needs a public constructor without parameters; one object plays the whole game. */
public interface Agent {
    /** The author's first name. */
    String getFirstName();

    /** The author's last name. */
    String getLastName();

    /** The author's number. */
    String getStuID();

    /** The author's account. */
    String getUsername();

    /** The name to show. */
    String getAgentName();

    /** An icon to show, or null. */
    File getAgentImage();

    /** Whether the agent takes part in the class tournament. */
    boolean inTournament();

    /** The next three commands, in a tournament. */
    AgentAction[] getCommandTurnTournament(GalaxyState g, int energyLevel);

    /** The next three commands, otherwise. */
    AgentAction[] getCommandTurnGrading(GalaxyState g, int energyLevel);

    /** Receives the agent's colour; the first call. */
    void setColor(Color c);

    /** Receives the opponent's colour. */
    void setOpponentColor(Color c);

    /** A command. */
    interface AgentAction {}

    /** Flies through a wormhole. */
    class Move implements AgentAction {
        String destination;

        /** To the system of this name. */
        public Move(String d) {
            destination = d;
        }

        /** Where to. */
        public String getDestination() {
            return destination;
        }

        @Override
        public String toString() {
            return "Move(" + destination + ")";
        }
    }

    /** Takes all stored energy of the own system. */
    class Refuel implements AgentAction {
        /** All commands of this kind are equal. */
        public Refuel() {}

        @Override
        public String toString() {
            return "Refuel()";
        }
    }

    /** Raises the cost of capturing the own system. */
    class Fortify implements AgentAction {
        int energySpent;

        /** With this much energy. */
        public Fortify(int e) {
            energySpent = e;
        }

        /** The energy. */
        public int getEnergySpent() {
            return energySpent;
        }

        @Override
        public String toString() {
            return "Fortify(" + energySpent + ")";
        }
    }

    /** Spends energy on every scan from now on. */
    class SetScan implements AgentAction {
        int energyToSpend;

        /** With this much energy. */
        public SetScan(int e) {
            energyToSpend = e;
        }

        /** The energy. */
        public int getEnergyToSpend() {
            return energyToSpend;
        }

        @Override
        public String toString() {
            return "SetScan(" + energyToSpend + ")";
        }
    }

    /** Begins to capture the system. */
    class Capture implements AgentAction {
        int energySpent;

        /** With this much energy. */
        public Capture(int e) {
            energySpent = e;
        }

        /** The energy. */
        public int getEnergySpent() {
            return energySpent;
        }

        @Override
        public String toString() {
            return "Capture(" + energySpent + ")";
        }
    }

    /** Goes on with a capture. */
    class ContinueCapture implements AgentAction {
        /** All commands of this kind are equal. */
        public ContinueCapture() {}

        @Override
        public String toString() {
            return "ContinueCapture()";
        }
    }

    /** Sends a torpedo along a path. */
    class Shoot implements AgentAction {
        String[] path;
        int energyToSpend;

        /** Through these systems, with this much energy. */
        public Shoot(String[] p, int e) {
            path = p.clone();
            energyToSpend = e;
        }

        /** The energy. */
        public int getEnergyToSpend() {
            return energyToSpend;
        }

        /** The systems. */
        public String[] getPath() {
            return path;
        }

        @Override
        public String toString() {
            return "Shoot(" + Arrays.toString(path) + "," + energyToSpend + ")";
        }
    }

    /** Does nothing. */
    class NoAction implements AgentAction {
        /** All commands of this kind are equal. */
        public NoAction() {}

        @Override
        public String toString() {
            return "NoAction()";
        }
    }
}
