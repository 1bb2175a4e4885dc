/** Trains engineers who build galleries, trains artists in them, and lets these paint for gold. */
public class AI extends BaseAI {
    private static final int ENGINEERS = 2;
    private static final int ARTISTS = 6;

    @Override
    public String username() {
        return "Shell AI";
    }

    @Override
    public String password() {
        return "password";
    }

    @Override
    public void init() {
        System.out.println("I am player " + playerID() + " of a map up to (" + maxX() + ", " + maxY() + ").");
    }

    @Override
    public boolean run() {
        train("School", "Engineer", ENGINEERS);
        train("Gallery", "Artist", ARTISTS);
        for (Unit unit : units) {
            if (unit.getOwnerID() == playerID() && unit.getActions() > 0) {
                String type = getTypeFromUnit(unit).getName();
                if (type.equals("Artist")) {
                    paint(unit);
                } else if (type.equals("Engineer")) {
                    build(unit);
                }
            }
        }
        return true;
    }

    /** Every idle building of a type trains a unit, as long as there are few of them in its period. */
    private void train(String building, String unit, int most) {
        for (Building trainer : buildings) {
            boolean isOurs = trainer.getOwnerID() == playerID() && trainer.getComplete() != 0;
            boolean isIdle = trainer.getInTraining() < 0;
            if (isOurs && isIdle && getTypeFromBuilding(trainer).getName().equals(building)
                    && count(unit, trainer.getZ()) < most
                    && hunger(playerID(), trainer.getZ()) < foodProduced(playerID(), trainer.getZ())) {
                trainer.train(unitType(unit));
            }
        }
    }

    private int count(String type, int z) {
        int count = 0;
        for (Unit unit : units) {
            boolean isOurs = unit.getOwnerID() == playerID() && unit.getZ() == z;
            count += isOurs && getTypeFromUnit(unit).getName().equals(type) ? 1 : 0;
        }
        return count;
    }

    private UnitType unitType(String name) {
        for (UnitType type : unitTypes) {
            if (type.getName().equals(name)) {
                return type;
            }
        }
        throw new IllegalArgumentException("there is no unit " + name);
    }

    private BuildingType buildingType(String name) {
        for (BuildingType type : buildingTypes) {
            if (type.getName().equals(name)) {
                return type;
            }
        }
        throw new IllegalArgumentException("there is no building " + name);
    }

    /** Paints the gallery it stands on or beside, or takes a step towards one. */
    private void paint(Unit artist) {
        Building nearest = null;
        for (Building gallery : buildings) {
            boolean isGallery = getTypeFromBuilding(gallery).getName().equals("Gallery");
            if (isGallery && gallery.getComplete() != 0 && gallery.getZ() == artist.getZ()
                    && (nearest == null || distance(artist, gallery) < distance(artist, nearest))) {
                nearest = gallery;
            }
        }
        if (nearest == null) {
            return;
        }
        if (distance(artist, nearest) > 1) {
            step(artist, nearest.getX(), nearest.getY());
        } else {
            artist.paint(nearest.getX(), nearest.getY());
        }
    }

    private static int distance(Unit unit, Building building) {
        return Math.abs(unit.getX() - building.getX()) + Math.abs(unit.getY() - building.getY());
    }

    private void step(Unit unit, int x, int y) {
        int dx = Integer.signum(x - unit.getX());
        int dy = Integer.signum(y - unit.getY());
        if (dx != 0 && canMove(unit.getX() + dx, unit.getY(), unit.getZ())) {
            unit.move(unit.getX() + dx, unit.getY());
        } else if (dy != 0 && canMove(unit.getX(), unit.getY() + dy, unit.getZ())) {
            unit.move(unit.getX(), unit.getY() + dy);
        }
    }

    /** Continues the building beside it, or starts a new one where there is room. */
    private void build(Unit engineer) {
        for (Building begun : buildings) {
            boolean isOurs = begun.getOwnerID() == playerID() && begun.getZ() == engineer.getZ();
            if (isOurs && begun.getComplete() == 0 && isBeside(engineer, begun.getX(), begun.getY())) {
                engineer.build(begun.getX(), begun.getY(), getTypeFromBuilding(begun));
                return;
            }
        }
        int spare = foodProduced(playerID(), engineer.getZ()) - hunger(playerID(), engineer.getZ());
        BuildingType wanted = buildingType(spare > 5 ? "Gallery" : "Farm");
        if (getGold(playerID(), engineer.getZ()) < effBuildingPrice(wanted, engineer.getLevel())) {
            return;
        }
        for (int x = engineer.getX() - 2; x <= engineer.getX() + 1; x++) {
            for (int y = engineer.getY() - 2; y <= engineer.getY() + 1; y++) {
                if (isBeside(engineer, x, y) && hasRoom(x, y, engineer.getZ(), wanted)) {
                    engineer.build(x, y, wanted);
                    return;
                }
            }
        }
        step(engineer, 0, 0);
    }

    /** Whether a unit stands next to, but not inside of, a building with this corner. */
    private static boolean isBeside(Unit unit, int x, int y) {
        int dx = unit.getX() - x;
        int dy = unit.getY() - y;
        boolean isLeftOrRight = (dx == -1 || dx == 2) && (dy == 0 || dy == 1);
        boolean isAboveOrBelow = (dy == -1 || dy == 2) && (dx == 0 || dx == 1);
        return isLeftOrRight || isAboveOrBelow;
    }

    private boolean hasRoom(int x, int y, int z, BuildingType type) {
        for (int dx = 0; dx < type.getWidth(); dx++) {
            for (int dy = 0; dy < type.getHeight(); dy++) {
                if (!canBuild(x + dx, y + dy, z)) {
                    return false;
                }
            }
        }
        return true;
    }
}
