/** Lets its artists paint for gold, and trains more of them as long as there is food. */
public class AI extends BaseAI {
    @Override
    public String username() {
        return "Shell AI";
    }

    @Override
    public String password() {
        return "password";
    }

    /** Is called once, before the first turn. */
    @Override
    public void init() {
        System.out.println("I am player " + playerID() + ".");
    }

    /** Plays a turn; there are five seconds. Return false to look at everything anew and be called again. */
    @Override
    public boolean run() {
        for (Unit unit : units) {
            boolean isReady = unit.getOwnerID() == playerID() && unit.getActions() > 0;
            if (isReady && getTypeFromUnit(unit).getName().equals("Artist")) {
                paint(unit);
            }
        }
        for (Building building : buildings) {
            int z = building.getZ();
            int spare = foodProduced(playerID(), z) - hunger(playerID(), z);
            boolean isReady = building.getOwnerID() == playerID() && building.getInTraining() < 0;
            if (isReady && isGallery(building) && spare >= artist().getHunger()
                    && getGold(playerID(), z) >= effUnitPrice(artist(), building.getLevel())) {
                building.train(artist());
            }
        }
        return true;
    }

    /** Paints the nearest gallery, or takes a step towards it. */
    private void paint(Unit artist) {
        Building nearest = null;
        for (Building building : buildings) {
            if (isGallery(building) && building.getZ() == artist.getZ()
                    && (nearest == null || distance(artist, building) < distance(artist, nearest))) {
                nearest = building;
            }
        }
        if (nearest != null && distance(artist, nearest) <= 1) {
            artist.paint(nearest.getX(), nearest.getY());
        } else if (nearest != null) {
            int dx = Integer.signum(nearest.getX() - artist.getX());
            int dy = dx == 0 ? Integer.signum(nearest.getY() - artist.getY()) : 0;
            artist.move(artist.getX() + dx, artist.getY() + dy);
        }
    }

    private boolean isGallery(Building building) {
        return building.getComplete() != 0 && getTypeFromBuilding(building).getName().equals("Gallery");
    }

    private static int distance(Unit unit, Building building) {
        return Math.abs(unit.getX() - building.getX()) + Math.abs(unit.getY() - building.getY());
    }

    private UnitType artist() {
        for (UnitType type : unitTypes) {
            if (type.getName().equals("Artist")) {
                return type;
            }
        }
        throw new IllegalStateException("there are no artists");
    }
}
