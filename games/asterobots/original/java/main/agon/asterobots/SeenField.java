package agon.asterobots;

import agon.protocol.Unpacker;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import net.javachallenge.api.Field;
import net.javachallenge.api.Make;
import net.javachallenge.api.Material;
import net.javachallenge.api.Squad;
import net.javachallenge.api.TriangleComparator;
import net.javachallenge.api.TrianglePoint;
import net.javachallenge.api.Vein;

/** The field with its veins and squads. */
final class SeenField implements Field {
    /** The vertices of a field by its size: the same objects in every turn. */
    private static final Map<Integer, List<TrianglePoint>> VERTICES = new ConcurrentHashMap<>();

    private final TreeMap<TrianglePoint, Vein> veins = new TreeMap<>(new TriangleComparator());
    /** The packed squads, unpacked on first use: there can be hundreds, and few bots use them every turn. */
    private byte[] packedSquads;
    private final ArrayList<Squad> squads = new ArrayList<>();
    private int size;

    void readVeins(Unpacker in) {
        for (int count = in.list(); count > 0; count--) {
            Vein vein = SeenVein.read(in);
            veins.put(vein.getLocation(), vein);
        }
    }

    void keepSquads(byte[] packed) {
        packedSquads = packed;
    }

    private synchronized ArrayList<Squad> squads() {
        if (packedSquads != null) {
            Unpacker in = new Unpacker();
            in.open(packedSquads, 0, packedSquads.length);
            for (int count = in.list(); count > 0; count--) {
                squads.add(SeenSquad.read(in));
            }
            packedSquads = null;
        }
        return squads;
    }

    void setSize(int size) {
        this.size = size;
    }

    int countVeins() {
        return veins.size();
    }

    @Override
    public ArrayList<Vein> getVeins() {
        return new ArrayList<>(veins.values());
    }

    @Override
    public ArrayList<Vein> getVeins(int playerId) {
        ArrayList<Vein> owned = new ArrayList<>();
        for (Vein vein : veins.values()) {
            if (vein.getOwnerId() == playerId) {
                owned.add(vein);
            }
        }
        return owned;
    }

    @Override
    public ArrayList<Vein> getVeinsOfSameOwnerOrderedByDistance(Vein origination) {
        return byDistance(origination, true);
    }

    @Override
    public ArrayList<Vein> getVeinsOfOtherOwnersOrderedByDistance(Vein origination) {
        return byDistance(origination, false);
    }

    /** As in the original, only a vein that equals the given one is left out: a changed one is 0 edges away. */
    private ArrayList<Vein> byDistance(Vein origination, boolean isOwn) {
        if (origination == null) {
            throw new IllegalArgumentException("the vein is null");
        }
        ArrayList<Vein> wanted = new ArrayList<>();
        for (Vein vein : veins.values()) {
            boolean isSame = vein.getOwnerId() == origination.getOwnerId();
            if (isSame == isOwn && !vein.equals(origination)) {
                wanted.add(vein);
            }
        }
        wanted.sort(new ByDistance(origination.getLocation()));
        return wanted;
    }

    /** Nearest first. Not a lambda: its first use would take some milliseconds in the middle of a turn. */
    private record ByDistance(TrianglePoint from) implements Comparator<Vein> {
        @Override
        public int compare(Vein one, Vein other) {
            return Integer.compare(from.getDistance(one.getLocation()), from.getDistance(other.getLocation()));
        }
    }

    @Override
    public TreeMap<TrianglePoint, Vein> getVeinMap() {
        return new TreeMap<>(veins);
    }

    @Override
    public TreeMap<TrianglePoint, Vein> getVeinMap(int playerId) {
        TreeMap<TrianglePoint, Vein> owned = getVeinMap();
        owned.values().removeIf(vein -> vein.getOwnerId() != playerId);
        return owned;
    }

    @Override
    public Vein getVein(TrianglePoint location) {
        if (location == null) {
            throw new IllegalArgumentException("the location is null");
        }
        Vein vein = veins.get(location);
        if (vein == null) {
            throw new NoSuchElementException("there is no vein at " + location);
        }
        return vein;
    }

    @Override
    public ArrayList<Squad> getSquads() {
        return new ArrayList<>(squads());
    }

    @Override
    public ArrayList<Squad> getSquads(int playerId) {
        ArrayList<Squad> owned = new ArrayList<>(squads());
        owned.removeIf(squad -> squad.getOwnerId() != playerId);
        return owned;
    }

    @Override
    public HashSet<TrianglePoint> getValidCoords() {
        return new HashSet<>(VERTICES.computeIfAbsent(size, SeenField::vertices));
    }

    private static List<TrianglePoint> vertices(int size) {
        List<TrianglePoint> vertices = new ArrayList<>();
        for (int y = 1 - size; y <= size; y++) {
            int inset = y >= 1 ? y - 1 : -y;
            for (int x = 2 - 2 * size + inset; x <= 2 * size - inset; x++) {
                vertices.add(Make.point(x, y));
            }
        }
        return vertices;
    }

    @Override
    public int countVeins(int playerId) {
        int count = 0;
        for (Vein vein : veins.values()) {
            count += vein.getOwnerId() == playerId ? 1 : 0;
        }
        return count;
    }

    @Override
    public int sumRobots(int playerId) {
        int sum = 0;
        for (Vein vein : veins.values()) {
            sum += vein.getOwnerId() == playerId ? vein.getNumberOfRobots() : 0;
        }
        for (Squad squad : squads()) {
            sum += squad.getOwnerId() == playerId ? squad.getRobot() : 0;
        }
        return sum;
    }

    @Override
    public int sumCurrentMaterialProductivity(int playerId, Material material) {
        Materials.index(material);
        int sum = 0;
        for (Vein vein : veins.values()) {
            boolean counts = vein.getOwnerId() == playerId && vein.getMaterial() == material;
            sum += counts ? vein.getCurrentMaterialProductivity() : 0;
        }
        return sum;
    }

    @Override
    public int sumCurrentRobotProductivity(int playerId) {
        return sumRobots(playerId);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SeenField that && size == that.size && veins.equals(that.veins)
                && squads().equals(that.squads());
    }

    @Override
    public int hashCode() {
        return veins.hashCode() * 31 + squads().hashCode();
    }
}
