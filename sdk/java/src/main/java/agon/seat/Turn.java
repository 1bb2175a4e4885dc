package agon.seat;

import agon.protocol.Link;
import agon.protocol.Packer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * One turn: what is said in it. Once it has ended, by the bot's own word or by the clock, whatever else the
 * bot's threads say in it goes nowhere.
 */
public final class Turn<V> {
    private final Link link;
    private final long number;
    private final double seconds;
    private final BlockingQueue<V> views = new LinkedBlockingQueue<>();
    private final Packer message = new Packer();
    private boolean isOver;
    private boolean isTakenAway;

    /** The turn of a number; {@code seconds} may be infinite. */
    public Turn(Link link, long number, double seconds) {
        this.link = link;
        this.number = number;
        this.seconds = seconds;
    }

    /** The seconds it may take. */
    public double seconds() {
        return seconds;
    }

    /** Whether nothing that is said in it counts any more. */
    public synchronized boolean isOver() {
        return isOver;
    }

    /** Makes calls that are packed one behind the other. */
    public synchronized void call(Packer calls, int count) {
        say("calls", calls, count);
    }

    /** Saves calls for the case that the turn ends without any. */
    public synchronized void draft(Packer calls, int count) {
        say("draft", calls, count);
    }

    private void say(String type, Packer calls, int count) {
        if (isOver) {
            return;
        }
        message.clear();
        pack(type, calls, count);
        link.write(message.bytes(), message.length());
    }

    private void pack(String type, Packer calls, int count) {
        int start = message.beginFrame();
        message.map(3).text("type").text(type).text("turn").number(number);
        message.text("calls").list(count).raw(calls.bytes(), calls.length());
        message.endFrame(start);
    }

    /** Asks for the position as it is now, and waits for it. */
    public V look() throws InterruptedException {
        synchronized (this) {
            if (!isOver) {
                message.clear();
                int start = message.beginFrame();
                message.map(2).text("type").text("look").text("turn").number(number);
                message.endFrame(start);
                link.write(message.bytes(), message.length());
            }
        }
        return views.take();
    }

    void seen(V view) {
        views.add(view);
    }

    /** Ends the turn: the bot has said all it wanted to say. */
    public synchronized void done() {
        message.clear();
        end("done", null);
    }

    /** Makes calls that are packed one behind the other, and ends the turn with them. */
    public synchronized void done(Packer calls, int count) {
        message.clear();
        pack("calls", calls, count);
        end("done", null);
    }

    /** Ends the turn: the bot has not decided, so that a draft counts. */
    public synchronized void silent() {
        message.clear();
        end("silent", null);
    }

    /** Ends the turn: something went wrong. */
    public synchronized void failed(String error) {
        message.clear();
        end("failed", error);
    }

    /** Sends what is packed with the end of the turn behind it. */
    private void end(String how, String error) {
        if (isOver) {
            return;
        }
        isOver = true;
        int start = message.beginFrame();
        message.map(error == null ? 3 : 4).text("type").text("done").text("turn").number(number);
        message.text("how").text(how);
        if (error != null) {
            message.text("error").text(error);
        }
        message.endFrame(start);
        link.write(message.bytes(), message.length());
    }

    /** Takes the turn away; whether it was still going on. */
    synchronized boolean takeAway() {
        boolean isTaken = !isOver;
        isTakenAway |= isTaken;
        isOver = true;
        return isTaken;
    }

    long number() {
        return number;
    }

    synchronized boolean isTakenAway() {
        return isTakenAway;
    }
}
