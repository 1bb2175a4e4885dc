package agon.galaxy;

import agon.protocol.Packer;
import edu.iastate.cs228.game.Agent.AgentAction;
import edu.iastate.cs228.game.Agent.Capture;
import edu.iastate.cs228.game.Agent.ContinueCapture;
import edu.iastate.cs228.game.Agent.Fortify;
import edu.iastate.cs228.game.Agent.Move;
import edu.iastate.cs228.game.Agent.NoAction;
import edu.iastate.cs228.game.Agent.Refuel;
import edu.iastate.cs228.game.Agent.SetScan;
import edu.iastate.cs228.game.Agent.Shoot;

/** Packs commands as calls. */
final class Actions {
    /** The rules ignore systems of a path after this many. */
    private static final int LONGEST_PATH = 4096;

    private Actions() {}

    static void pack(AgentAction action, Packer out) {
        if (action instanceof Move move) {
            name(out.map(1).text("move"), move.getDestination());
        } else if (action instanceof Fortify fortify) {
            out.map(1).text("fortify").number(fortify.getEnergySpent());
        } else if (action instanceof SetScan scan) {
            out.map(1).text("set_scan").number(scan.getEnergyToSpend());
        } else if (action instanceof Capture capture) {
            out.map(1).text("capture").number(capture.getEnergySpent());
        } else if (action instanceof Shoot shoot) {
            shoot(shoot.getPath(), shoot.getEnergyToSpend(), out);
        } else {
            out.text(word(action));
        }
    }

    private static String word(AgentAction action) {
        if (action instanceof Refuel) {
            return "refuel";
        }
        if (action instanceof ContinueCapture) {
            return "continue_capture";
        }
        // Null and commands that are not the kit's become the game's null.
        return action instanceof NoAction ? "no_action" : "null";
    }

    private static void shoot(String[] path, int energy, Packer out) {
        int hops = Math.min(path.length, LONGEST_PATH);
        out.map(1).text("shoot").map(2).text("path").list(hops);
        for (int i = 0; i < hops; i++) {
            name(out, path[i]);
        }
        out.text("energy").number(energy);
    }

    private static void name(Packer out, String name) {
        if (name == null) {
            out.none();
        } else {
            out.text(name);
        }
    }
}
