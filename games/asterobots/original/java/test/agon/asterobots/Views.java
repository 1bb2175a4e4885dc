package agon.asterobots;

import agon.protocol.Packer;
import agon.protocol.Unpacker;

/** A small position, packed as Agon sends it. */
final class Views {
    private Views() {}

    /** Three players on a field of size 10; player 2 is dead. */
    static void pack(Packer out, String phase) {
        pack(out, phase, 80);
    }

    private static void pack(Packer out, String phase, int robotsInTheMiddle) {
        out.map(11).text("me").number(1).text("phase").text(phase).text("round").number(7);
        out.text("current_player").number(1);
        setting(out.text("setting"));
        out.text("players").list(3);
        player(out, 120, true);
        player(out, 5, true);
        player(out, 0, false);
        // By y, then x.
        out.text("veins").list(5);
        vein(out, 2, -3, 0, "gas", 60);
        vein(out, -4, 0, 1, "stone", 70);
        vein(out, 0, 0, 1, "metal", robotsInTheMiddle);
        vein(out, 4, 0, -1, "gas", 90);
        vein(out, 0, 5, 0, "stone", 55);
        out.text("squads").list(2);
        squad(out, 1, 12, 2);
        squad(out, 0, 3, 0);
        trades(out);
        out.text("buy_prices");
        materials(out, 8, 12, 16);
        out.text("sell_prices");
        materials(out, 2, 3, 4);
    }

    static SeenGame read(String phase) {
        return read(phase, 80);
    }

    /** The same with this many robots in the vein at (0, 0). */
    static SeenGame read(String phase, int robotsInTheMiddle) {
        Packer out = new Packer();
        pack(out, phase, robotsInTheMiddle);
        Unpacker in = new Unpacker();
        in.open(out.bytes(), 0, out.length());
        return SeenGame.read(in);
    }

    private static void setting(Packer out) {
        out.map(7).text("max_round").number(200).text("initial_money").number(11).text("initial_materials");
        materials(out, 1, 2, 3);
        out.text("map_size").number(10).text("alien_trade_margin").number(4).text("upgrade_material").list(2);
        materials(out, 200, 100, 0);
        materials(out, 100, 300, 0);
        out.text("upgrade_robot").list(2);
        materials(out, 200, 0, 200);
        materials(out, 0, 300, 500);
    }

    private static void materials(Packer out, int gas, int stone, int metal) {
        out.map(3).text("gas").number(gas).text("stone").number(stone).text("metal").number(metal);
    }

    private static void player(Packer out, int money, boolean isAlive) {
        out.map(4).text("money").number(money).text("materials");
        materials(out, 10, 20, 30);
        out.text("time_to_live").number(6).text("alive").is(isAlive);
    }

    private static void vein(Packer out, int x, int y, int owner, String material, int robots) {
        out.map(10).text("location").list(2).number(x).number(y).text("owner").number(owner);
        out.text("material").text(material).text("robots").number(robots);
        out.text("material_rank").number(2).text("robot_rank").number(1);
        out.text("initial_material_productivity").number(5).text("initial_robot_productivity").number(6);
        out.text("material_productivity").number(10).text("robot_productivity").number(6);
    }

    /** A squad that is two steps away from (x, 1), or from (0, 0) if x is 0. */
    private static void squad(Packer out, int owner, int robots, int x) {
        out.map(3).text("owner").number(owner).text("robots").number(robots);
        out.text("path").list(3).list(2).number(0).number(1).list(2).number(1).number(1);
        out.list(2).number(x).number(x == 0 ? 0 : 1);
    }

    private static void trades(Packer out) {
        out.text("trades").list(2);
        out.map(5).text("player").number(2).text("type").text("offer").text("material").text("gas");
        out.text("amount").number(9).text("price").number(8);
        out.map(5).text("player").number(0).text("type").text("demand").text("material").text("metal");
        out.text("amount").number(7).text("price").number(6);
    }
}
