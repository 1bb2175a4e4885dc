package mybot;

import aic2023.user.Direction;
import aic2023.user.Location;
import aic2023.user.MapObject;
import aic2023.user.Team;
import aic2023.user.UnitController;
import aic2023.user.UnitInfo;
import aic2023.user.UnitStat;
import aic2023.user.UnitType;

/**
 * A solid bot for Home Run: plays like `builtin:solid`.
 *
 * <p>Every unit is a UnitPlayer of its own. Together they are a team, because they share what they find in the
 * team's array: bases and stadiums, who holds them, enemies on them, the headquarters.
 *
 * <ul>
 *   <li>The headquarters recruits the type that the team lacks most.
 *   <li>Pitchers hold bases and stadiums, or go to one without a holder, or search for one.
 *   <li>Batters hunt enemies; they bat what brings the most.
 *   <li>Catchers stay by the headquarters.
 * </ul>
 *
 * <p>A turn has 15,000 energy, and every instruction costs 1. So tiles are numbers, and what does not change is
 * computed once. Static constants are not allowed; these fields are their substitute.
 */
public class UnitPlayer {
    /** The round from which points are worth more than reputation. */
    private final int investUntil = 150;
    /** Rounds after which a wandering unit chooses another place. */
    private final int wanderRounds = 40;
    /** How many of the last tiles a walker remembers. */
    private final int memory = 24;

    // Where things are in the team's array. A 0 means "nothing written yet" everywhere.
    private final int siteCountAt = 0;
    private final int ownHqAt = 2; // known, x, y
    private final int enemyHqAt = 5;
    private final int unitCountsAt = 10; // units of each type
    private final int sitesAt = 100;
    private final int siteLength = 6; // x, y, 1 for a base or 2 for a stadium, claim's round, holder, enemy's round
    private final int sitesMax = 60;
    /** Rounds after which a claim or a sighting is ignored. */
    private final int staleAfter = 12;
    /** Rounds between two claims of the same unit. */
    private final int claimEvery = 5;
    /** Rounds between two counts of all units. */
    private final int countEvery = 8;

    private UnitController uc;
    private Team team;
    private UnitType type;
    private int id;
    private int round;

    // What the unit sees: tiles by number, on a square of 17 by 17 tiles with the unit in the middle.
    private final int side = 17;
    private final int middle = 144;
    private final Direction[] directions = Direction.values();
    /** What a step in each direction adds to a tile's number. */
    private final int[] steps = new int[8];
    /** The number of a direction by 3 times the sign of its dx, plus the sign of its dy, plus 4. */
    private final int[] towards = new int[9];
    /** A search ends after this many tiles: all tiles in sight would cost more energy than a turn has. */
    private final int searchMax = 60;
    private boolean[] isInSight;
    private int hereX;
    private int hereY;
    private boolean[] isLand;
    private boolean[] isSite;
    private boolean[] hasBall;
    private UnitInfo[] units;
    private UnitInfo[] others;
    private Location[] bases;
    private Location[] stadiums;

    // The bases and stadiums that the team knows.
    private int siteCount;
    private final Location[] siteAt = new Location[60];
    private final boolean[] siteIsBase = new boolean[60];
    /** The unit that holds a site or goes there, by a recent claim; 0 if there is none. */
    private final int[] siteHolder = new int[60];
    /** Whether an enemy was seen on it recently. */
    private final boolean[] siteHasEnemy = new boolean[60];

    /** The last tiles it stood on, in a ring. */
    private final int[] trailX = new int[24];
    private final int[] trailY = new int[24];
    private int trailLength;
    /** Where it wanders to, and until when. */
    private Location wanderGoal;
    private int wanderUntil;
    /** The headquarters' count of its units by type. */
    private final int[] heads = new int[4];
    /** The strength of the bat that was judged last. */
    private int bestStrength;
    private Location home;
    private Location enemyHome;

    public void run(UnitController uc) {
        this.uc = uc;
        prepare();
        while (true) {
            play();
            uc.yield();
        }
    }

    private void prepare() {
        team = uc.getTeam();
        type = uc.getType();
        id = uc.getInfo().getID();
        for (int i = 0; i < 8; i++) {
            steps[i] = directions[i].dx * side + directions[i].dy;
            towards[3 * directions[i].dx + directions[i].dy + 4] = i;
        }
        isInSight = new boolean[side * side];
        int vision = (int) type.getStat(UnitStat.VISION_RANGE);
        int reach = (int) Math.sqrt(vision);
        for (int dx = -reach; dx <= reach; dx++) {
            for (int dy = -reach; dy <= reach; dy++) {
                isInSight[middle + dx * side + dy] = dx * dx + dy * dy <= vision;
            }
        }
    }

    private void play() {
        look();
        if (type == UnitType.HQ) {
            countHeads();
        } else {
            beCounted();
        }
        shareHqs();
        shareSites();
        if (type == UnitType.HQ) {
            manage();
        } else if (type == UnitType.PITCHER) {
            pitch();
        } else if (type == UnitType.BATTER) {
            hunt();
        } else {
            guard();
        }
    }

    /** Looks around. */
    private void look() {
        round = uc.getRound();
        Location here = uc.getLocation();
        hereX = here.x;
        hereY = here.y;
        isLand = new boolean[side * side];
        isSite = new boolean[side * side];
        hasBall = new boolean[side * side];
        units = new UnitInfo[side * side];
        int origin = middle - hereX * side - hereY;
        for (Location at : uc.senseObjects(MapObject.GRASS, 64)) {
            isLand[origin + at.x * side + at.y] = true;
        }
        bases = uc.senseObjects(MapObject.BASE, 64);
        stadiums = uc.senseObjects(MapObject.STADIUM, 64);
        for (int kind = 0; kind < 2; kind++) {
            for (Location at : kind == 0 ? bases : stadiums) {
                isLand[origin + at.x * side + at.y] = true;
                isSite[origin + at.x * side + at.y] = true;
            }
        }
        for (Location at : uc.senseObjects(MapObject.BALL, 64)) {
            hasBall[origin + at.x * side + at.y] = true;
        }
        others = uc.senseUnits(64, null);
        for (UnitInfo unit : others) {
            units[origin + unit.getLocation().x * side + unit.getLocation().y] = unit;
        }
        units[middle] = uc.getInfo();
    }

    /** The number of a tile that is at most 8 rows and columns away. */
    private int tile(Location at) {
        return middle + (at.x - hereX) * side + at.y - hereY;
    }

    private Location location(int tile) {
        return new Location(hereX + tile / side - 8, hereY + tile % side - 8);
    }

    private boolean isAccessible(int tile) {
        return isLand[tile] && units[tile] == null && !hasBall[tile];
    }

    private int distance(Location at) {
        return (at.x - hereX) * (at.x - hereX) + (at.y - hereY) * (at.y - hereY);
    }

    // ------------------------------------------------------------------------------------ the team's array

    /** In every eighth round each unit counts itself. */
    private void beCounted() {
        if (round % countEvery == 0) {
            int index = unitCountsAt + type.ordinal();
            uc.write(index, uc.read(index) + 1);
        }
    }

    /**
     * In the round after a count the headquarters reads how many of each type there are, and clears the count for
     * the next.
     */
    private void countHeads() {
        if (round % countEvery == 1) {
            for (int i = 0; i < 4; i++) {
                heads[i] = uc.read(unitCountsAt + i);
                uc.write(unitCountsAt + i, 0);
            }
        }
    }

    /** Stores the places of headquarters in sight, and reads those that others have seen. */
    private void shareHqs() {
        if (home == null && uc.read(ownHqAt) == 1) {
            home = new Location(uc.read(ownHqAt + 1), uc.read(ownHqAt + 2));
        }
        if (enemyHome == null && uc.read(enemyHqAt) == 1) {
            enemyHome = new Location(uc.read(enemyHqAt + 1), uc.read(enemyHqAt + 2));
        }
        if (type == UnitType.HQ && home == null) {
            home = uc.getLocation();
            writeHq(ownHqAt, home);
        }
        for (UnitInfo unit : others) {
            if (unit.getType() == UnitType.HQ && unit.getTeam() != team && enemyHome == null) {
                enemyHome = unit.getLocation();
                writeHq(enemyHqAt, enemyHome);
            }
        }
    }

    private void writeHq(int index, Location at) {
        uc.write(index, 1);
        uc.write(index + 1, at.x);
        uc.write(index + 2, at.y);
    }

    /** Reads what the team knows about bases and stadiums, and adds what this unit sees. */
    private void shareSites() {
        int count = uc.read(siteCountAt);
        int index = sitesAt;
        // Where a site is does not change: it is read once.
        for (; siteCount < count; siteCount++) {
            index = sitesAt + siteCount * siteLength;
            siteAt[siteCount] = new Location(uc.read(index), uc.read(index + 1));
            siteIsBase[siteCount] = uc.read(index + 2) == 1;
        }
        int stale = round + 1 - staleAfter;
        index = sitesAt + 3;
        for (int i = 0; i < count; i++) {
            siteHolder[i] = uc.read(index) >= stale ? uc.read(index + 1) : 0;
            int seen = uc.read(index + 2);
            siteHasEnemy[i] = seen != 0 && seen >= stale;
            index += siteLength;
        }
        for (Location at : bases) {
            shareSite(at, true);
        }
        for (Location at : stadiums) {
            shareSite(at, false);
        }
    }

    private void shareSite(Location at, boolean isBase) {
        int i = 0;
        while (i < siteCount && (siteAt[i].x != at.x || siteAt[i].y != at.y)) {
            i++;
        }
        if (i == sitesMax) {
            return;
        }
        int index = sitesAt + i * siteLength;
        if (i == siteCount) {
            siteAt[i] = at;
            siteIsBase[i] = isBase;
            siteHolder[i] = 0;
            siteHasEnemy[i] = false;
            siteCount++;
            uc.write(index, at.x);
            uc.write(index + 1, at.y);
            uc.write(index + 2, isBase ? 1 : 2);
            uc.write(siteCountAt, siteCount);
        }
        UnitInfo unit = units[tile(at)];
        boolean hasEnemy = unit != null && unit.getTeam() != team;
        if (siteHasEnemy[i] != hasEnemy) {
            siteHasEnemy[i] = hasEnemy;
            uc.write(index + 5, hasEnemy ? round + 1 : 0);
        }
    }

    /** Claims a site that this unit holds or goes to; the claim is renewed regularly. */
    private void claim(int site) {
        if (siteHolder[site] != id || round % claimEvery == 0) {
            uc.write(sitesAt + site * siteLength + 3, round + 1);
            uc.write(sitesAt + site * siteLength + 4, id);
        }
    }

    // ------------------------------------------------------------------------------------ the headquarters

    /** Recruits the type that the team lacks most, as long as the reputation suffices. */
    private void manage() {
        feedBatters();
        while (true) {
            int pitchers = heads[1];
            UnitType wanted = UnitType.PITCHER;
            if (pitchers >= 4 && heads[3] < 1) {
                wanted = UnitType.CATCHER;
            } else if (pitchers >= 2 && (heads[2] * 2 < pitchers - 1 || pitchers > siteCount + 1)) {
                wanted = UnitType.BATTER;
            }
            // Saving for the unit that is needed is better than buying another one.
            if (!recruit(wanted)) {
                return;
            }
            heads[wanted.ordinal()]++;
        }
    }

    private boolean recruit(UnitType wanted) {
        // New units begin on the side of the nearest site without a holder.
        Location goal = null;
        for (int i = 0; i < siteCount; i++) {
            if (siteHolder[i] == 0 && (goal == null || distance(siteAt[i]) < distance(goal))) {
                goal = siteAt[i];
            }
        }
        Direction best = null;
        double least = 0;
        for (int i = 0; i < 8; i++) {
            if (isAccessible(middle + steps[i]) && uc.canRecruitUnit(wanted, directions[i])) {
                Location at = location(middle + steps[i]);
                double way = Math.random() + (goal == null ? 0 : at.distanceSquared(goal));
                if (best == null || way < least) {
                    best = directions[i];
                    least = way;
                }
            }
        }
        if (best != null) {
            uc.recruitUnit(wanted, best);
            units[tile(uc.getLocation().add(best))] = units[middle];
        }
        return best != null;
    }

    /**
     * Builds a ball where a batter next to the headquarters can bat it at a unit; the batter's turn is still to
     * come.
     */
    private void feedBatters() {
        for (UnitInfo batter : others) {
            boolean isReady = batter.getType() == UnitType.BATTER && batter.getCurrentActionCooldown() < 2;
            if (!isReady || batter.getTeam() != team || distance(batter.getLocation()) > 8) {
                continue;
            }
            for (int i = 0; i < 8; i++) {
                int at = tile(batter.getLocation()) + steps[i];
                Location there = location(at);
                if (distance(there) <= 2 && isAccessible(at) && bestBatOfBall(at, i) > 0) {
                    Direction build = uc.getLocation().directionTo(there);
                    if (uc.canConstructBall(build)) {
                        uc.constructBall(build);
                    }
                    return;
                }
            }
        }
    }

    // ------------------------------------------------------------------------------------------ the others

    /** Holds a base or a stadium, or goes to one without a holder, or searches for one. */
    private void pitch() {
        int best = -1;
        int least = 0;
        for (int i = 0; i < siteCount; i++) {
            int length = distance(siteAt[i]);
            if (length == 0) {
                claim(i);
                return;
            }
            boolean isFree = siteHolder[i] == 0 || siteHolder[i] == id;
            // Bases give points; stadiums pay for more units, which is better early in the game.
            if (siteIsBase[i] != (round >= investUntil)) {
                length *= 3;
            }
            if (isFree && !siteHasEnemy[i] && (best < 0 || length < least) && !isTaken(siteAt[i])) {
                best = i;
                least = length;
            }
        }
        if (best < 0) {
            wander();
        } else {
            claim(best);
            walk(siteAt[best]);
        }
    }

    private boolean isTaken(Location at) {
        return distance(at) <= 64 && units[tile(at)] != null;
    }

    /** Bats if that gains something, goes to a target, and bats again. */
    private void hunt() {
        boolean hasBatted = batBest();
        Location goal = null;
        for (int i = 0; i < siteCount; i++) {
            if (siteHasEnemy[i] && (goal == null || distance(siteAt[i]) < distance(goal))) {
                goal = siteAt[i];
            }
        }
        boolean hasPrey = false;
        for (int i = 0; i < others.length && !hasPrey; i++) {
            if (others[i].getTeam() != team && others[i].getType() != UnitType.HQ) {
                hasPrey = true;
                goal = location(bestSpot(tile(others[i].getLocation())));
            }
        }
        if (goal == null || !hasPrey && distance(goal) == 0) {
            wander();
        } else if (walk(goal) && !hasBatted && uc.canAct()) {
            look();
            batBest();
        }
    }

    /** Stands next to the headquarters, towards the enemy's if that is known. */
    private void guard() {
        if (home != null) {
            Location post = enemyHome == null ? home : home.add(home.directionTo(enemyHome));
            if (distance(post) > 2) {
                walk(post);
            }
        }
    }

    /** Goes to a random far place, and to another one when that is reached or took too long. */
    private void wander() {
        if (!uc.canMove()) {
            return;
        }
        boolean isGood = wanderGoal != null && round < wanderUntil && distance(wanderGoal) > 8;
        if (isGood && distance(wanderGoal) <= 64) {
            int tile = tile(wanderGoal);
            isGood = isLand[tile] || !isInSight[tile];
        }
        if (!isGood) {
            int dx = (int) (Math.random() * 51) - 25;
            wanderGoal = new Location(hereX + dx, hereY + (int) (Math.random() * 51) - 25);
            wanderUntil = round + wanderRounds;
        }
        if (!walk(wanderGoal)) {
            wanderGoal = null;
        }
    }

    // --------------------------------------------------------------------------------------------- walking

    private boolean walk(Location goal) {
        if (!uc.canMove()) {
            return false;
        }
        Direction direction = stepTowards(goal);
        if (direction == null || !uc.canMove(direction)) {
            return false;
        }
        uc.move(direction);
        return true;
    }

    /**
     * The direction of the next step: towards the tile in sight that brings the unit nearest to its goal, counting
     * the way there around obstacles. Tiles visited recently count as farther away, so that a unit leaves a dead
     * end.
     */
    private Direction stepTowards(Location goal) {
        if (distance(goal) == 0) {
            return null;
        }
        int last = (trailLength + memory - 1) % memory;
        if (trailLength == 0 || trailX[last] != hereX || trailY[last] != hereY) {
            trailX[trailLength % memory] = hereX;
            trailY[trailLength % memory] = hereY;
            trailLength++;
        }
        int[] penalty = new int[side * side];
        for (int i = Math.min(trailLength, memory) - 1; i >= 0; i--) {
            int dx = trailX[i] - hereX;
            int dy = trailY[i] - hereY;
            if (dx >= -8 && dx <= 8 && dy >= -8 && dy <= 8) {
                penalty[middle + dx * side + dy] += 25;
            }
        }
        int straight = straightStep(goal.x - hereX, goal.y - hereY, penalty);
        return straight >= 0 ? directions[straight] : search(goal.x - hereX + 8, goal.y - hereY + 8, penalty);
    }

    /**
     * The number of the direction that leads straight to a goal; -1 if something in sight is in the way. Most ways
     * are free, and this costs a small part of a search.
     */
    private int straightStep(int dx, int dy, int[] penalty) {
        int first = -1;
        int at = middle;
        while (dx != 0 || dy != 0) {
            int direction = towards[3 * Integer.signum(dx) + Integer.signum(dy) + 4];
            at += steps[direction];
            if (!isInSight[at]) {
                break;
            }
            if (penalty[at] != 0 || !isAccessible(at)) {
                return -1;
            }
            if (first < 0) {
                first = direction;
            }
            dx -= directions[direction].dx;
            dy -= directions[direction].dy;
        }
        return first;
    }

    /** Searches the tiles around, the nearest first; returns how the way to the best one begins. */
    private Direction search(int goalX, int goalY, int[] penalty) {
        // How many steps away each tile is (1 for the own one), and how the way begins.
        int[] way = new int[side * side];
        int[] first = new int[side * side];
        int[] queue = new int[side * side];
        boolean[] land = isLand;
        queue[0] = middle;
        way[middle] = 1;
        int end = 1;
        int least = Integer.MAX_VALUE;
        int best = middle;
        for (int next = 0; next < end && next < searchMax; next++) {
            int at = queue[next];
            int dx = Math.abs(at / side - goalX);
            int dy = Math.abs(at % side - goalY);
            int straight = dx > dy ? 10 * dx + 4 * dy : 10 * dy + 4 * dx;
            int cost = way[at] * 10 + straight * 11 / 10 + penalty[at];
            if (cost < least) {
                least = cost;
                best = at;
            }
            int onwards = way[at] + 1;
            for (int i = 0; i < 8; i++) {
                int to = at + steps[i];
                if (way[to] == 0 && land[to] && units[to] == null && !hasBall[to]) {
                    way[to] = onwards;
                    first[to] = at == middle ? i : first[at];
                    queue[end++] = to;
                }
            }
        }
        return best == middle ? null : directions[first[best]];
    }

    // --------------------------------------------------------------------------------------------- batting

    /** Carries out the bat that gains most, if any gains at all. */
    private boolean batBest() {
        if (!uc.canAct()) {
            return false;
        }
        int most = 0;
        int strength = 0;
        Direction direction = null;
        for (int i = 0; i < 8; i++) {
            int at = middle + steps[i];
            int gain = hasBall[at] ? bestBatOfBall(at, i) : bestBatOfUnit(at, i);
            if (gain > most) {
                most = gain;
                strength = bestStrength;
                direction = directions[i];
            }
        }
        if (direction != null) {
            uc.bat(direction, strength);
        }
        return direction != null;
    }

    /** What is gained when the unit there is batted with the best strength. */
    private int bestBatOfUnit(int at, int direction) {
        UnitInfo unit = units[at];
        if (unit == null || unit.getType() == UnitType.HQ) {
            return 0;
        }
        int most = Integer.MIN_VALUE;
        for (int strength = 1; strength <= 3; strength++) {
            int gain = gainOfUnit(unit, at, steps[direction], strength);
            if (gain >= most) {
                most = gain;
                bestStrength = strength;
            }
        }
        return most;
    }

    private int gainOfUnit(UnitInfo unit, int start, int step, int strength) {
        int at = start;
        for (int i = 0; i < strength; i++) {
            int to = at + step;
            if (!isInSight[to]) {
                break; // the flight is judged up to here
            }
            UnitInfo other = units[to];
            if (!isLand[to] || hasBall[to] || other != null && other.getType() == UnitType.HQ) {
                return worth(unit);
            }
            if (other != null && other.getType() == UnitType.CATCHER) {
                break;
            }
            if (other != null) {
                return worth(unit) + worth(other);
            }
            at = to;
        }
        if (unit.getTeam() == team || isSite[at] || at == start) {
            return -1;
        }
        // No unit dies, but an enemy that stood on a base or a stadium earns nothing for a while.
        return isSite[start] ? 11 : 1;
    }

    /** The same for the ball there. */
    private int bestBatOfBall(int at, int direction) {
        int most = Integer.MIN_VALUE;
        for (int strength = 1; strength <= 3; strength++) {
            int gain = gainOfBall(at, steps[direction], strength);
            if (gain >= most) {
                most = gain;
                bestStrength = strength;
            }
        }
        return most;
    }

    private int gainOfBall(int at, int step, int strength) {
        int gain = 0;
        for (int i = 0; i < strength; i++) {
            at += step;
            if (!isLand[at] || hasBall[at]) {
                return gain;
            }
            UnitInfo unit = units[at];
            if (unit != null) {
                if (unit.getType() == UnitType.HQ) {
                    return unit.getTeam() == team ? gain - 1000 : gain + 1000;
                }
                if (unit.getType() == UnitType.CATCHER) {
                    return gain;
                }
                gain += worth(unit);
            }
        }
        return gain;
    }

    /** The value of killing a unit; losing an own one costs twice its price. */
    private int worth(UnitInfo unit) {
        int cost = (int) unit.getType().getStat(UnitStat.REP_COST);
        return unit.getTeam() == team ? -2 * cost : cost;
    }

    /** The free tile next to a unit from which a bat does the most. */
    private int bestSpot(int prey) {
        int spot = prey;
        int most = -1000000;
        for (int i = 0; i < 8; i++) {
            int at = prey + steps[i];
            if (at == middle || isAccessible(at)) {
                int gain = bestBatOfUnit(prey, (i + 4) % 8);
                int rank = gain * 1000 - distance(location(at));
                if (rank >= most) {
                    most = rank;
                    spot = at;
                }
            }
        }
        return spot;
    }
}
