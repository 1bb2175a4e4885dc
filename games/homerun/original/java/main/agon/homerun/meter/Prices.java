package agon.homerun.meter;

import java.util.HashMap;
import java.util.Map;

/** The prices of calls of the contest's interface, by the static type of the call and the method's name. */
final class Prices {
    private static final String USER = "aic2023/user/";
    private static final Map<String, Integer> LIST = new HashMap<>();

    static {
        set("UnitController", 20, "canMove", "canAct", "move", "canMoveBall", "moveBall", "canBat", "bat",
                "canRecruitUnit", "recruitUnit", "canConstructBall", "constructBall", "println",
                "drawPointDebug", "drawLineDebug", "canSchedule", "schedule");
        set("UnitController", 10, "canSenseLocation", "isOutOfMap", "senseUnitAtLocation",
                "senseObjectAtLocation");
        set("UnitController", 200, "senseObjects", "senseUnits");
        set("Direction", 2, "length");
        set("Direction", 5, "getDirection");
        set("Location", 2, "add");
        set("Location", 5, "directionTo", "distanceSquared");
        for (String type : new String[] {"Direction", "Team", "UnitStat", "UnitType"}) {
            set(type, 10, "values");
        }
    }

    private Prices() {}

    private static void set(String owner, int price, String... methods) {
        for (String method : methods) {
            LIST.put(USER + owner + '/' + method, price);
        }
    }

    /** The price of a call; 1 if it is not in the list. */
    static int of(String owner, String method) {
        return owner.startsWith(USER) ? LIST.getOrDefault(owner + '/' + method, 1) : 1;
    }
}
