package agon.protocol;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Reads values of every length, complete and cut off. */
class UnpackerTest {
    private static final int[] NUMBERS = {0, 1, -1, 31, -32, -33, 127, 128, -128, -129, 70_000, -70_000};

    private static Unpacker open(Packer packed) {
        Unpacker in = new Unpacker();
        in.open(packed.bytes(), 0, packed.length());
        return in;
    }

    private static Packer pairs() {
        Packer packed = new Packer();
        packed.list(NUMBERS.length);
        for (int number : NUMBERS) {
            packed.list(2).number(number).number(-number);
        }
        return packed;
    }

    @Test
    void pairsOfNumbersOfAnyWidth() {
        int[] wanted = new int[2 * NUMBERS.length];
        for (int i = 0; i < NUMBERS.length; i++) {
            wanted[2 * i] = NUMBERS[i];
            wanted[2 * i + 1] = -NUMBERS[i];
        }
        Packer packed = pairs();
        packed.text("after");
        Unpacker in = open(packed);
        assertArrayEquals(wanted, in.pairs());
        assertEquals("after", in.symbol());
        assertArrayEquals(new int[0], open(new Packer().list(0)).pairs());
    }

    @Test
    void aMessageThatEndsTooEarlyIsAFault() {
        Packer packed = pairs();
        for (int length = 0; length < packed.length(); length++) {
            Unpacker in = new Unpacker();
            in.open(packed.bytes(), 0, length);
            assertThrows(ProtocolFault.class, in::pairs, "of " + length + " bytes");
        }
        Unpacker three = open(new Packer().list(1).list(3).number(1).number(2).number(3));
        assertThrows(ProtocolFault.class, three::pairs);
    }

    @Test
    void aSymbolIsTheSameObjectEveryTimeAndNeverAnotherOne() {
        // Of the same length with the same first, middle and last letter, and more than are remembered.
        Packer packed = new Packer();
        String[] words = new String[400];
        for (int i = 0; i < words.length; i++) {
            words[i] = String.format("a%03dm%03dz", i, i);
            packed.text(words[i]);
        }
        packed.text("");
        Unpacker in = new Unpacker();
        String[] seen = new String[words.length];
        for (int time = 0; time < 2; time++) {
            in.open(packed.bytes(), 0, packed.length());
            for (int i = 0; i < words.length; i++) {
                String symbol = in.symbol();
                assertEquals(words[i], symbol);
                assertSame(time == 0 ? symbol : seen[i], symbol);
                seen[i] = symbol;
            }
            assertEquals("", in.symbol());
        }
    }

    @Test
    void aCopyHasTheBytesOfTheValue() {
        Packer value = new Packer().map(1).text("a").list(2).number(1).text("b");
        byte[] wanted = Arrays.copyOf(value.bytes(), value.length());
        Unpacker last = open(value);
        assertArrayEquals(wanted, last.copy(true));
        value.number(7);
        Unpacker first = open(value);
        assertArrayEquals(wanted, first.copy(false));
        assertEquals(7, first.number());
    }
}
