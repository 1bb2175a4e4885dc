package agon.seat;

import agon.protocol.Link;
import agon.protocol.Packer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The messages of one turn. Once the turn has ended, by the bot or by the clock, later messages of the bot's threads
 * are dropped.
 */
public final class Turn<V> {
    private final Link link;
    private final long number;
    private final double seconds;
    private final BlockingQueue<V> views = new LinkedBlockingQueue<>();
    private final Packer message = new Packer();
    private boolean isOver;
    private boolean isTakenAway;

    /** The turn with a number; {@code seconds} may be infinite. */
    public Turn(Link link, long number, double seconds) {
        this.link = link;
        this.number = number;
        this.seconds = seconds;
    }

    /** The seconds it may take. */
    public double seconds() {
        return seconds;
    }

    /** Whether the turn has ended. */
    public synchronized boolean isOver() {
        return isOver;
    }

    /** Sends packed calls. */
    public synchronized void call(Packer calls, int count) {
        say("calls", calls, count);
    }

    /** Sends a draft: calls for the case that the turn ends without any. */
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

    /** Asks for the current position and waits for it. */
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

    /** Ends the turn as done. */
    public synchronized void done() {
        message.clear();
        end("done", null);
    }

    /** Sends packed calls and ends the turn as done. */
    public synchronized void done(Packer calls, int count) {
        message.clear();
        pack("calls", calls, count);
        end("done", null);
    }

    /** Ends the turn without a decision, so that the draft counts. */
    public synchronized void silent() {
        message.clear();
        end("silent", null);
    }

    /** Ends the turn as failed. */
    public synchronized void failed(String error) {
        message.clear();
        end("failed", error);
    }

    /** Sends the packed message, followed by the end of the turn. */
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

    /** Ends the turn from outside; returns whether it was still running. */
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
