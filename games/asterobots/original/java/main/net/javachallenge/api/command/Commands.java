package net.javachallenge.api.command;

import agon.protocol.Packed;
import agon.protocol.Packer;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import net.javachallenge.api.Material;
import net.javachallenge.api.PlayerTrade;
import net.javachallenge.api.TrianglePoint;
import net.javachallenge.api.Vein;

/**
 * Creates commands. Null is refused at once; everything else is checked when the list is executed. As in the contest,
 * two commands are equal only if they are one object.
 */
public class Commands {
    private Commands() {}

    /** Buys material from the aliens. */
    public static Command buyFromAlienTrade(Material material, int amount) {
        return new AlienTradeCommand("buy", material, amount);
    }

    /** Sells material to the aliens. */
    public static Command sellToAlienTrade(Material material, int amount) {
        return new AlienTradeCommand("sell", material, amount);
    }

    /** Buys material that a player offers. */
    public static Command buyFromPlayerTrade(PlayerTrade trade, int amount) {
        return new PlayerTradeCommand("buy", trade.getPlayerId(), trade.getMaterial(), amount);
    }

    /** Sells material that a player demands. */
    public static Command sellToPlayerTrade(PlayerTrade trade, int amount) {
        return new PlayerTradeCommand("sell", trade.getPlayerId(), trade.getMaterial(), amount);
    }

    /** Publishes an offer. */
    public static Command offer(Material material, int amount, int pricePerSingleItem) {
        return new PublishCommand("offer", material, amount, pricePerSingleItem);
    }

    /** Publishes a demand. */
    public static Command demand(Material material, int amount, int pricePerSingleItem) {
        return new PublishCommand("demand", material, amount, pricePerSingleItem);
    }

    /** Sends robots from one vein to another. */
    public static Command launch(int robotsNumber, TrianglePoint from, TrianglePoint to) {
        return new LaunchCommand(robotsNumber, from, to);
    }

    /** Sends robots along a path. The list is read when the turn's call has ended. */
    public static Command launchWithPath(int robotsNumber, List<TrianglePoint> path) {
        return new LaunchWithPathCommand(robotsNumber, path);
    }

    /** Raises the material rank of the vein at a location. */
    public static Command upgradeMaterial(TrianglePoint location) {
        return new UpgradeCommand("material", location);
    }

    /** Raises the material rank of a vein. */
    public static Command upgradeMaterial(Vein vein) {
        return new UpgradeCommand("material", vein.getLocation());
    }

    /** Raises the robot rank of the vein at a location. */
    public static Command upgradeRobot(TrianglePoint location) {
        return new UpgradeCommand("robot", location);
    }

    /** Raises the robot rank of a vein. */
    public static Command upgradeRobot(Vein vein) {
        return new UpgradeCommand("robot", vein.getLocation());
    }

    private static Packer material(Packer out, Material material) {
        return out.text("material").text(material.name().toLowerCase(Locale.ROOT));
    }

    private static Packer point(Packer out, TrianglePoint point) {
        return out.list(2).number(point.getX()).number(point.getY());
    }

    private static final class AlienTradeCommand implements Command, Packed {
        private final String verb;
        private final Material material;
        private final int amount;

        AlienTradeCommand(String verb, Material material, int amount) {
            Objects.requireNonNull(material);
            this.verb = verb;
            this.material = material;
            this.amount = amount;
        }

        @Override
        public void pack(Packer out) {
            out.map(1).text(verb.equals("buy") ? "buy_from_alien" : "sell_to_alien").map(2);
            Commands.material(out, material).text("amount").number(amount);
        }

        @Override
        public String toString() {
            return "bank " + verb + " " + material + " " + amount;
        }
    }

    private static final class PlayerTradeCommand implements Command, Packed {
        private final String verb;
        private final int player;
        private final Material material;
        private final int amount;

        PlayerTradeCommand(String verb, int player, Material material, int amount) {
            Objects.requireNonNull(material);
            this.verb = verb;
            this.player = player;
            this.material = material;
            this.amount = amount;
        }

        @Override
        public void pack(Packer out) {
            out.map(1).text(verb.equals("buy") ? "buy_from_offer" : "sell_to_demand").map(3);
            Commands.material(out.text("player").number(player), material).text("amount").number(amount);
        }

        @Override
        public String toString() {
            return verb + " " + player + " " + material + " " + amount;
        }
    }

    private static final class PublishCommand implements Command, Packed {
        private final String verb;
        private final Material material;
        private final int amount;
        private final int price;

        PublishCommand(String verb, Material material, int amount, int price) {
            Objects.requireNonNull(material);
            this.verb = verb;
            this.material = material;
            this.amount = amount;
            this.price = price;
        }

        @Override
        public void pack(Packer out) {
            Commands.material(out.map(1).text(verb).map(3), material);
            out.text("amount").number(amount).text("price").number(price);
        }

        @Override
        public String toString() {
            return verb + " " + material + " " + amount + " " + price;
        }
    }

    private static final class LaunchCommand implements Command, Packed {
        private final int robots;
        private final TrianglePoint from;
        private final TrianglePoint to;

        LaunchCommand(int robots, TrianglePoint from, TrianglePoint to) {
            Objects.requireNonNull(from);
            Objects.requireNonNull(to);
            this.robots = robots;
            this.from = from;
            this.to = to;
        }

        @Override
        public void pack(Packer out) {
            out.map(1).text("launch").map(3).text("robots").number(robots).text("from");
            point(point(out, from).text("to"), to);
        }

        @Override
        public String toString() {
            return "launch " + robots + " " + from.toStringForCommand() + " " + to.toStringForCommand();
        }
    }

    private static final class LaunchWithPathCommand implements Command, Packed {
        private final int robots;
        private final List<TrianglePoint> path;

        LaunchWithPathCommand(int robots, List<TrianglePoint> path) {
            path.forEach(Objects::requireNonNull);
            this.robots = robots;
            this.path = path;
        }

        @Override
        public void pack(Packer out) {
            TrianglePoint[] points = path.toArray(new TrianglePoint[0]);
            out.map(1).text("launch_with_path").map(2).text("robots").number(robots);
            out.text("path").list(points.length);
            for (TrianglePoint point : points) {
                point(out, point);
            }
        }

        @Override
        public String toString() {
            StringBuilder text = new StringBuilder("launch ").append(robots);
            path.forEach(point -> text.append(' ').append(point.toStringForCommand()));
            return text.toString();
        }
    }

    private static final class UpgradeCommand implements Command, Packed {
        private final String what;
        private final TrianglePoint location;

        UpgradeCommand(String what, TrianglePoint location) {
            Objects.requireNonNull(location);
            this.what = what;
            this.location = location;
        }

        @Override
        public void pack(Packer out) {
            point(out.map(1).text("upgrade_" + what).map(1).text("location"), location);
        }

        @Override
        public String toString() {
            return "upgrade " + what + " " + location.toStringForCommand();
        }
    }
}
