package auditor;

import aic2023.user.Direction;
import aic2023.user.Location;
import aic2023.user.MapObject;
import aic2023.user.Team;
import aic2023.user.UnitController;
import aic2023.user.UnitInfo;
import aic2023.user.UnitType;

/**
 * Plays at random and prints every answer: each line is a JSON object with a question in the words of the protocol,
 * the kit's answer, and the penalty it charged. A test puts the same questions to the game and compares.
 */
public class UnitPlayer {
    private UnitController uc;
    private int before;

    public void run(UnitController controller) {
        uc = controller;
        while (true) {
            ask(4);
            act();
            ask(4);
            act();
            ask(3);
            uc.yield();
        }
    }

    private int random(int below) {
        return (int) (Math.random() * below);
    }

    private Direction direction() {
        int which = random(11);
        return which < 9 ? Direction.values()[which] : which == 9 ? null : Direction.NORTH;
    }

    private UnitType type() {
        int which = random(5);
        return which < 4 ? UnitType.values()[which] : null;
    }

    private Location location() {
        int which = random(12);
        if (which == 0) {
            return null;
        }
        if (which == 1) {
            return new Location(Integer.MAX_VALUE, Integer.MIN_VALUE);
        }
        int reach = which < 6 ? 2 : 10;
        return uc.getLocation().add(random(2 * reach + 1) - reach, random(2 * reach + 1) - reach);
    }

    private float radius() {
        float[] some = {-1, -0.5f, 0, 1, 1.9f, 2, 5, 20, 32.5f, 64, 1000};
        return some[random(some.length)];
    }

    private void act() {
        Direction direction = direction();
        int which = random(10);
        if (uc.getType() == UnitType.HQ) {
            if (which < 7 && uc.canRecruitUnit(type(), direction)) {
                UnitType type = type();
                if (type != null && uc.canRecruitUnit(type, direction)) {
                    uc.recruitUnit(type, direction);
                }
            } else if (uc.canConstructBall(direction)) {
                uc.constructBall(direction);
            }
        } else if (which == 0) {
            uc.write(random(20) - 2, random(1000));
        } else if (which == 1) {
            uc.schedule(someId());
        } else if (which == 2) {
            uc.getRandomDouble();
        } else if (which == 3 && random(40) == 0) {
            uc.killSelf();
        } else if (uc.getType() == UnitType.BATTER && which < 8) {
            batAnything();
        } else if (uc.getType() == UnitType.PITCHER && which < 7) {
            moveAnyBall();
        } else if (uc.canMove(direction) || random(10) == 0) {
            uc.move(direction);
        }
    }

    private void batAnything() {
        for (Direction direction : Direction.values()) {
            if (uc.canBat(direction, 2)) {
                uc.bat(direction, 1 + random(3));
                return;
            }
        }
        uc.move(direction());
    }

    private void moveAnyBall() {
        for (Direction direction : Direction.values()) {
            if (uc.canMoveBall(direction)) {
                uc.moveBall(direction);
                return;
            }
        }
        uc.move(direction());
    }

    private int someId() {
        UnitInfo[] seen = uc.senseUnits(64, null);
        return seen.length == 0 || random(5) == 0 ? random(12000) - 1000 : seen[random(seen.length)].getID();
    }

    private void ask(int questions) {
        for (int i = 0; i < questions; i++) {
            ask();
        }
    }

    private void ask() {
        Direction d = direction();
        switch (random(23)) {
            case 0: tell("{\"can_move\":" + text(d) + "}", "is", begin(), "" + uc.canMove(d)); break;
            case 1: tell("\"is_ready_to_move\"", "is", begin(), "" + uc.canMove()); break;
            case 2: tell("\"is_ready_to_act\"", "is", begin(), "" + uc.canAct()); break;
            case 3:
                UnitType type = type();
                tell("{\"can_recruit\":[" + text(type) + "," + text(d) + "]}", "is", begin(), "" + uc.canRecruitUnit(type, d));
                break;
            case 4: tell("{\"can_construct_ball\":" + text(d) + "}", "is", begin(), "" + uc.canConstructBall(d)); break;
            case 5: tell("{\"can_move_ball\":" + text(d) + "}", "is", begin(), "" + uc.canMoveBall(d)); break;
            case 6:
                int strength = random(6) - 1;
                tell("{\"can_bat\":[" + text(d) + "," + strength + "]}", "is", begin(), "" + uc.canBat(d, strength));
                break;
            case 7:
                int id = someId();
                tell("{\"can_schedule\":" + id + "}", "is", begin(), "" + uc.canSchedule(id));
                break;
            case 8: askPlace("can_sense"); break;
            case 9: askPlace("is_out_of_map"); break;
            case 10: case 11: askPlace("sense_unit_at"); break;
            case 12: case 13: askPlace("sense_object_at"); break;
            case 14: case 15: askUnits(); break;
            case 16: case 17: askObjects(); break;
            case 18:
                int index = random(25) - 3;
                tell("{\"read\":" + index + "}", "number", begin(), "" + uc.read(index));
                break;
            case 19: tell("\"info\"", "unit", begin(), text(uc.getInfo())); break;
            case 20: tell("\"where\"", "at", begin(), text(uc.getLocation())); break;
            case 21: askWho(); break;
            default:
                tell("\"reputation\"", "amount", begin(), "" + uc.getReputation());
                tell("\"points\"", "amount", begin(), "" + uc.getPoints());
        }
    }

    private void askWho() {
        tell("\"team\"", "team", begin(), text(uc.getTeam()));
        tell("\"opponent\"", "team", begin(), text(uc.getOpponent()));
        tell("\"type\"", "type", begin(), text(uc.getType()));
        tell("\"round\"", "number", begin(), "" + uc.getRound());
    }

    private void askPlace(String question) {
        Location at = location();
        boolean ball = random(2) == 0;
        String call = "{\"" + question + "\":" + text(at) + "}";
        switch (question) {
            case "can_sense": tell(call, "is", begin(), "" + uc.canSenseLocation(at)); break;
            case "is_out_of_map": tell(call, "is", begin(), "" + uc.isOutOfMap(at)); break;
            case "sense_unit_at": tell(call, "unit", begin(), text(uc.senseUnitAtLocation(at))); break;
            default:
                call = "{\"sense_object_at\":[" + text(at) + "," + ball + "]}";
                tell(call, "object", begin(), text(uc.senseObjectAtLocation(at, ball)));
        }
    }

    private void askUnits() {
        float radius = radius();
        int which = random(3);
        Team team = which < 2 ? Team.values()[which] : null;
        String call = "{\"sense_units\":[" + radius + "," + text(team) + "]}";
        begin();
        UnitInfo[] units = uc.senseUnits(radius, team);
        int penalty = penalty();
        StringBuilder list = new StringBuilder("[");
        for (int i = 0; i < units.length; i++) {
            list.append(i == 0 ? "" : ",").append(text(units[i]));
        }
        say(call, "units", list.append("]").toString(), penalty);
    }

    private void askObjects() {
        float radius = radius();
        int which = random(7);
        MapObject object = which < 6 ? MapObject.values()[which] : null;
        String call = "{\"sense_objects\":[" + text(object) + "," + radius + "]}";
        begin();
        Location[] places = uc.senseObjects(object, radius);
        int penalty = penalty();
        StringBuilder list = new StringBuilder("[");
        for (int i = 0; i < places.length && i < 40; i++) {
            list.append(i == 0 ? "" : ",").append(text(places[i]));
        }
        say(call, "places", list.append("]").toString(), penalty);
    }

    /** Remembers the energy used, so that a penalty shows. */
    private int begin() {
        before = uc.getEnergyUsed();
        return 0;
    }

    private int penalty() {
        return (uc.getEnergyUsed() - before) / 1000 * 1000;
    }

    private void tell(String call, String kind, int ignored, String answer) {
        say(call, kind, answer, penalty());
    }

    private void say(String call, String kind, String answer, int penalty) {
        uc.println("{\"call\":" + call + ",\"kind\":\"" + kind + "\",\"answer\":" + answer + ",\"penalty\":" + penalty + "}");
    }

    private String text(Enum<?> constant) {
        return constant == null ? "null" : "\"" + constant.name() + "\"";
    }

    private String text(Location location) {
        return location == null ? "null" : "[" + location.x + "," + location.y + "]";
    }

    private String text(UnitInfo unit) {
        if (unit == null) {
            return "null";
        }
        return "{\"id\":" + unit.getID() + ",\"team\":" + text(unit.getTeam()) + ",\"type\":" + text(unit.getType())
                + ",\"at\":" + text(unit.getLocation()) + ",\"move_cd\":" + unit.getCurrentMovementCooldown()
                + ",\"act_cd\":" + unit.getCurrentActionCooldown() + ",\"carrying\":" + unit.isCarryingBall() + "}";
    }
}
