package agon.homerun.meter;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The classes and methods of Java that are open to bots: those of Java 8 in the packages that the contest allowed,
 * without everything that reaches another unit, another match, a thread, the machine or a clock.
 *
 * <p>A method is open if its name is listed with its class or with a type that the class extends or implements.
 */
final class OpenLibrary {
    /** Entries end with a semicolon: a package, or classes and the methods that they declare. */
    private static final String TABLE = """
            in java.io;
            BufferedReader: <init> lines readLine;
            BufferedWriter: <init> newLine;
            ByteArrayInputStream CharConversionException EOFException FilterOutputStream IOError IOException
                InvalidClassException InvalidObjectException NotActiveException NotSerializableException
                ObjectStreamException StreamCorruptedException StringReader UTFDataFormatException
                UncheckedIOException UnsupportedEncodingException WriteAbortedException: <init>;
            ByteArrayOutputStream: <init> reset size toByteArray writeTo;
            Closeable OptionalDataException Serializable:;
            Flushable: flush;
            InputStream: <init> available mark markSupported read reset skip;
            OutputStream Writer: <init> write;
            PrintStream: <init> checkError print println;
            PrintWriter: <init> checkError clearError format print printf println setError;
            Reader: <init> mark markSupported read ready reset skip;
            StringWriter: <init> getBuffer;
            in java.lang;
            AbstractMethodError ArithmeticException ArrayIndexOutOfBoundsException ArrayStoreException
                AssertionError BootstrapMethodError ClassCastException ClassCircularityError ClassFormatError
                CloneNotSupportedException Error Exception IllegalAccessError IllegalAccessException
                IllegalArgumentException IllegalMonitorStateException IllegalStateException
                IllegalThreadStateException IncompatibleClassChangeError IndexOutOfBoundsException
                InstantiationError InstantiationException InternalError InterruptedException LinkageError
                NegativeArraySizeException NoClassDefFoundError NoSuchFieldError NoSuchFieldException
                NoSuchMethodError NoSuchMethodException NullPointerException NumberFormatException
                OutOfMemoryError ReflectiveOperationException RuntimeException SecurityException
                StackOverflowError StringIndexOutOfBoundsException UnknownError UnsatisfiedLinkError
                UnsupportedClassVersionError UnsupportedOperationException VerifyError VirtualMachineError:
                <init>;
            Appendable: append;
            AutoCloseable: close;
            Boolean: <init> booleanValue compare logicalAnd logicalOr logicalXor parseBoolean valueOf;
            Byte: <init> compare decode parseByte toUnsignedInt toUnsignedLong valueOf;
            CharSequence: charAt chars codePoints length subSequence;
            Character: <init> charCount charValue codePointAt codePointBefore codePointCount compare digit
                forDigit getDirectionality getName getNumericValue getType highSurrogate isAlphabetic
                isBmpCodePoint isDefined isDigit isHighSurrogate isISOControl isIdentifierIgnorable
                isIdeographic isJavaIdentifierPart isJavaIdentifierStart isJavaLetter isJavaLetterOrDigit
                isLetter isLetterOrDigit isLowSurrogate isLowerCase isMirrored isSpace isSpaceChar
                isSupplementaryCodePoint isSurrogate isSurrogatePair isTitleCase isUnicodeIdentifierPart
                isUnicodeIdentifierStart isUpperCase isValidCodePoint isWhitespace lowSurrogate
                offsetByCodePoints reverseBytes toChars toCodePoint toLowerCase toTitleCase toUpperCase
                valueOf;
            Class: desiredAssertionStatus;
            ClassNotFoundException ExceptionInInitializerError: <init> getException;
            Cloneable Deprecated FunctionalInterface Override SafeVarargs Void:;
            Comparable: compareTo;
            Double: <init> compare doubleToLongBits doubleToRawLongBits isFinite isInfinite isNaN
                longBitsToDouble max min parseDouble sum toHexString valueOf;
            Enum: <init> getDeclaringClass name ordinal valueOf;
            EnumConstantNotPresentException: <init> constantName enumType;
            Float: <init> compare floatToIntBits floatToRawIntBits intBitsToFloat isFinite isInfinite isNaN
                max min parseFloat sum toHexString valueOf;
            Integer: <init> bitCount compare compareUnsigned decode divideUnsigned highestOneBit lowestOneBit
                max min numberOfLeadingZeros numberOfTrailingZeros parseInt parseUnsignedInt remainderUnsigned
                reverse reverseBytes rotateLeft rotateRight signum sum toBinaryString toHexString
                toOctalString toUnsignedLong toUnsignedString valueOf;
            Iterable: forEach iterator spliterator;
            Long: <init> bitCount compare compareUnsigned decode divideUnsigned highestOneBit lowestOneBit max
                min numberOfLeadingZeros numberOfTrailingZeros parseLong parseUnsignedLong remainderUnsigned
                reverse reverseBytes rotateLeft rotateRight signum sum toBinaryString toHexString
                toOctalString toUnsignedString valueOf;
            Math: IEEEremainder abs acos addExact asin atan atan2 cbrt ceil copySign cos cosh decrementExact
                exp expm1 floor floorDiv floorMod getExponent hypot incrementExact log log10 log1p max min
                multiplyExact negateExact nextAfter nextDown nextUp pow random rint round scalb signum sin
                sinh sqrt subtractExact tan tanh toDegrees toIntExact toRadians ulp;
            Number: <init> byteValue doubleValue floatValue intValue longValue shortValue;
            Object: <init> clone equals getClass hashCode toString;
            Runnable: run;
            Short: <init> compare decode parseShort reverseBytes toUnsignedInt toUnsignedLong valueOf;
            StackTraceElement: <init> getClassName getFileName getLineNumber getMethodName isNativeMethod;
            StrictMath: IEEEremainder abs acos addExact asin atan atan2 cbrt ceil copySign cos cosh exp expm1
                floor floorDiv floorMod getExponent hypot log log10 log1p max min multiplyExact nextAfter
                nextDown nextUp pow random rint round scalb signum sin sinh sqrt subtractExact tan tanh
                toDegrees toIntExact toRadians ulp;
            String: <init> codePointAt codePointBefore codePointCount compareToIgnoreCase concat contains
                contentEquals copyValueOf endsWith equalsIgnoreCase format getBytes getChars indexOf isEmpty
                join lastIndexOf matches offsetByCodePoints regionMatches replace replaceAll replaceFirst
                split startsWith substring toCharArray toLowerCase toUpperCase trim valueOf;
            StringBuffer StringBuilder: <init> appendCodePoint capacity codePointAt codePointBefore
                codePointCount delete deleteCharAt ensureCapacity getChars indexOf insert lastIndexOf
                offsetByCodePoints replace reverse setCharAt setLength substring trimToSize;
            SuppressWarnings: value;
            System: arraycopy identityHashCode lineSeparator;
            Throwable: <init> addSuppressed fillInStackTrace getCause getLocalizedMessage getMessage
                getStackTrace getSuppressed initCause printStackTrace setStackTrace;
            TypeNotPresentException: <init> typeName;
            in java.math;
            BigDecimal: <init> abs add byteValueExact divide divideAndRemainder divideToIntegralValue
                intValueExact longValueExact max min movePointLeft movePointRight multiply negate plus pow
                precision remainder round scale scaleByPowerOfTen setScale shortValueExact signum
                stripTrailingZeros subtract toBigInteger toBigIntegerExact toEngineeringString toPlainString
                ulp unscaledValue valueOf;
            BigInteger: <init> abs add and andNot bitCount bitLength byteValueExact clearBit divide
                divideAndRemainder flipBit gcd getLowestSetBit intValueExact longValueExact max min mod
                modInverse modPow multiply negate not or pow remainder setBit shiftLeft shiftRight
                shortValueExact signum subtract testBit toByteArray valueOf xor;
            MathContext: <init> getPrecision getRoundingMode;
            RoundingMode: values;
            in java.text;
            DecimalFormat: <init> applyLocalizedPattern applyPattern getDecimalFormatSymbols getGroupingSize
                getMultiplier getNegativePrefix getNegativeSuffix getPositivePrefix getPositiveSuffix
                isDecimalSeparatorAlwaysShown isParseBigDecimal setDecimalFormatSymbols
                setDecimalSeparatorAlwaysShown setGroupingSize setMultiplier setNegativePrefix
                setNegativeSuffix setParseBigDecimal setPositivePrefix setPositiveSuffix toLocalizedPattern
                toPattern;
            DecimalFormatSymbols: <init> getCurrency getCurrencySymbol getDecimalSeparator getDigit
                getExponentSeparator getGroupingSeparator getInfinity getInstance
                getInternationalCurrencySymbol getMinusSign getMonetaryDecimalSeparator getNaN
                getPatternSeparator getPerMill getPercent getZeroDigit setCurrency setCurrencySymbol
                setDecimalSeparator setDigit setExponentSeparator setGroupingSeparator setInfinity
                setInternationalCurrencySymbol setMinusSign setMonetaryDecimalSeparator setNaN
                setPatternSeparator setPerMill setPercent setZeroDigit;
            FieldPosition: <init> getBeginIndex getEndIndex getField getFieldAttribute setBeginIndex
                setEndIndex;
            Format: <init> format formatToCharacterIterator parseObject;
            NumberFormat: <init> getCurrency getCurrencyInstance getInstance getIntegerInstance
                getMaximumFractionDigits getMaximumIntegerDigits getMinimumFractionDigits
                getMinimumIntegerDigits getNumberInstance getPercentInstance getRoundingMode isGroupingUsed
                isParseIntegerOnly parse setCurrency setGroupingUsed setMaximumFractionDigits
                setMaximumIntegerDigits setMinimumFractionDigits setMinimumIntegerDigits setParseIntegerOnly
                setRoundingMode;
            ParseException: <init> getErrorOffset;
            ParsePosition: <init> getErrorIndex getIndex setErrorIndex setIndex;
            in java.util;
            AbstractCollection AbstractMap AbstractMap$SimpleEntry AbstractMap$SimpleImmutableEntry
                AbstractQueue AbstractSequentialList AbstractSet ArrayDeque ConcurrentModificationException
                EmptyStackException EnumMap FormatterClosedException HashMap HashSet IdentityHashMap
                InputMismatchException LinkedHashSet LinkedList NoSuchElementException
                Spliterators$AbstractDoubleSpliterator Spliterators$AbstractIntSpliterator
                Spliterators$AbstractLongSpliterator Spliterators$AbstractSpliterator TreeMap TreeSet: <init>;
            AbstractList: <init> removeRange;
            ArrayList: <init> ensureCapacity trimToSize;
            Arrays: asList binarySearch copyOf copyOfRange deepEquals deepHashCode deepToString fill setAll
                sort spliterator stream;
            Base64: getDecoder getEncoder getMimeDecoder getMimeEncoder getUrlDecoder getUrlEncoder;
            Base64$Decoder: decode wrap;
            Base64$Encoder: encode encodeToString withoutPadding wrap;
            BitSet: <init> and andNot cardinality clear flip get intersects isEmpty length nextClearBit
                nextSetBit or previousClearBit previousSetBit set size stream toByteArray toLongArray valueOf
                xor;
            Collection: add addAll clear contains containsAll isEmpty remove removeAll removeIf retainAll size
                stream toArray;
            Collections: addAll asLifoQueue binarySearch checkedCollection checkedList checkedMap
                checkedNavigableMap checkedNavigableSet checkedQueue checkedSet checkedSortedMap
                checkedSortedSet copy disjoint emptyEnumeration emptyIterator emptyList emptyListIterator
                emptyMap emptyNavigableMap emptyNavigableSet emptySet emptySortedMap emptySortedSet
                enumeration fill frequency indexOfSubList lastIndexOfSubList list max min nCopies
                newSetFromMap replaceAll reverse reverseOrder rotate shuffle singleton singletonList
                singletonMap sort swap synchronizedCollection synchronizedList synchronizedMap
                synchronizedNavigableMap synchronizedNavigableSet synchronizedSet synchronizedSortedMap
                synchronizedSortedSet unmodifiableCollection unmodifiableList unmodifiableMap
                unmodifiableNavigableMap unmodifiableNavigableSet unmodifiableSet unmodifiableSortedMap
                unmodifiableSortedSet;
            Comparator: compare comparing comparingDouble comparingInt comparingLong naturalOrder nullsFirst
                nullsLast reverseOrder reversed thenComparing thenComparingDouble thenComparingInt
                thenComparingLong;
            Deque: addFirst addLast descendingIterator getFirst getLast offerFirst offerLast peekFirst
                peekLast pollFirst pollLast pop push removeFirst removeFirstOccurrence removeLast
                removeLastOccurrence;
            Dictionary: <init> elements get isEmpty keys put remove size;
            DoubleSummaryStatistics IntSummaryStatistics LongSummaryStatistics: <init> combine getAverage
                getCount getMax getMin getSum;
            DuplicateFormatFlagsException IllegalFormatFlagsException UnknownFormatFlagsException: <init>
                getFlags;
            EnumSet: allOf complementOf copyOf noneOf of range;
            Enumeration: hasMoreElements nextElement;
            FormatFlagsConversionMismatchException: <init> getConversion getFlags;
            Hashtable: <init> contains rehash;
            IllegalFormatCodePointException: <init> getCodePoint;
            IllegalFormatConversionException: <init> getArgumentClass getConversion;
            IllegalFormatException PrimitiveIterator RandomAccess Set Spliterator$OfDouble Spliterator$OfInt
                Spliterator$OfLong Spliterator$OfPrimitive:;
            IllegalFormatPrecisionException: <init> getPrecision;
            IllegalFormatWidthException: <init> getWidth;
            IllformedLocaleException: <init> getErrorIndex;
            Iterator: forEachRemaining hasNext next remove;
            LinkedHashMap: <init> removeEldestEntry;
            List: get indexOf lastIndexOf listIterator replaceAll set sort subList;
            ListIterator: add hasPrevious nextIndex previous previousIndex set;
            Map: clear compute computeIfAbsent computeIfPresent containsKey containsValue entrySet forEach get
                getOrDefault isEmpty keySet merge put putAll putIfAbsent remove replace replaceAll size
                values;
            Map$Entry: comparingByKey comparingByValue getKey getValue setValue;
            MissingFormatArgumentException MissingFormatWidthException: <init> getFormatSpecifier;
            NavigableMap: ceilingEntry ceilingKey descendingKeySet descendingMap firstEntry floorEntry
                floorKey higherEntry higherKey lastEntry lowerEntry lowerKey navigableKeySet pollFirstEntry
                pollLastEntry;
            NavigableSet: ceiling descendingIterator descendingSet floor higher lower pollFirst pollLast;
            Objects: compare deepEquals hash isNull nonNull requireNonNull;
            Optional: empty filter flatMap get ifPresent isPresent map of ofNullable orElse orElseGet
                orElseThrow;
            OptionalDouble: empty getAsDouble ifPresent isPresent of orElse orElseGet orElseThrow;
            OptionalInt: empty getAsInt ifPresent isPresent of orElse orElseGet orElseThrow;
            OptionalLong: empty getAsLong ifPresent isPresent of orElse orElseGet orElseThrow;
            PrimitiveIterator$OfDouble: nextDouble;
            PrimitiveIterator$OfInt: nextInt;
            PrimitiveIterator$OfLong: nextLong;
            PriorityQueue: <init> comparator;
            Queue: element offer peek poll;
            SortedMap: comparator firstKey headMap lastKey subMap tailMap;
            SortedSet: comparator first headSet last subSet tailSet;
            Spliterator: characteristics estimateSize forEachRemaining getComparator getExactSizeIfKnown
                hasCharacteristics tryAdvance trySplit;
            Spliterators: emptyDoubleSpliterator emptyIntSpliterator emptyLongSpliterator emptySpliterator
                iterator spliterator spliteratorUnknownSize;
            SplittableRandom: <init> doubles ints longs nextBoolean nextDouble nextInt nextLong split;
            Stack: <init> empty peek pop push search;
            StringJoiner: <init> add length merge setEmptyValue;
            StringTokenizer: <init> countTokens hasMoreTokens nextToken;
            UnknownFormatConversionException: <init> getConversion;
            Vector: <init> addElement capacity copyInto elementAt elements ensureCapacity firstElement
                insertElementAt lastElement removeAllElements removeElement removeElementAt setElementAt
                setSize trimToSize;
            in java.util.function;
            BiConsumer Consumer DoubleConsumer IntConsumer LongConsumer: accept andThen;
            BiFunction: andThen apply;
            BiPredicate DoublePredicate IntPredicate LongPredicate: and negate or test;
            BinaryOperator: maxBy minBy;
            BooleanSupplier: getAsBoolean;
            DoubleBinaryOperator IntToDoubleFunction LongToDoubleFunction ToDoubleBiFunction ToDoubleFunction:
                applyAsDouble;
            DoubleFunction IntFunction LongFunction: apply;
            DoubleSupplier: getAsDouble;
            DoubleToIntFunction IntBinaryOperator LongToIntFunction ToIntBiFunction ToIntFunction: applyAsInt;
            DoubleToLongFunction IntToLongFunction LongBinaryOperator ToLongBiFunction ToLongFunction:
                applyAsLong;
            DoubleUnaryOperator: andThen applyAsDouble compose identity;
            Function: andThen apply compose identity;
            IntSupplier: getAsInt;
            IntUnaryOperator: andThen applyAsInt compose identity;
            LongSupplier: getAsLong;
            LongUnaryOperator: andThen applyAsLong compose identity;
            ObjDoubleConsumer ObjIntConsumer ObjLongConsumer: accept;
            Predicate: and isEqual negate or test;
            Supplier: get;
            UnaryOperator:;
            in java.util.regex;
            MatchResult: end group groupCount start;
            Matcher: appendReplacement appendTail find hasAnchoringBounds hasTransparentBounds hitEnd
                lookingAt matches pattern quoteReplacement region regionEnd regionStart replaceAll
                replaceFirst requireEnd reset toMatchResult useAnchoringBounds usePattern
                useTransparentBounds;
            Pattern: asPredicate compile flags matcher matches pattern quote split splitAsStream;
            PatternSyntaxException: <init> getDescription getIndex getPattern;
            in java.util.stream;
            BaseStream: isParallel iterator onClose sequential spliterator unordered;
            Collector: accumulator characteristics combiner finisher of supplier;
            Collector$Characteristics: values;
            Collectors: averagingDouble averagingInt averagingLong collectingAndThen counting groupingBy
                joining mapping maxBy minBy partitioningBy reducing summarizingDouble summarizingInt
                summarizingLong summingDouble summingInt summingLong toCollection toList toMap toSet;
            DoubleStream: allMatch anyMatch average boxed builder collect concat count distinct empty filter
                findAny findFirst flatMap forEach forEachOrdered generate iterate limit map mapToInt mapToLong
                mapToObj max min noneMatch of peek reduce skip sorted sum summaryStatistics toArray;
            DoubleStream$Builder IntStream$Builder LongStream$Builder Stream$Builder: add build;
            IntStream: allMatch anyMatch asDoubleStream asLongStream average boxed builder collect concat
                count distinct empty filter findAny findFirst flatMap forEach forEachOrdered generate iterate
                limit map mapToDouble mapToLong mapToObj max min noneMatch of peek range rangeClosed reduce
                skip sorted sum summaryStatistics toArray;
            LongStream: allMatch anyMatch asDoubleStream average boxed builder collect concat count distinct
                empty filter findAny findFirst flatMap forEach forEachOrdered generate iterate limit map
                mapToDouble mapToInt mapToObj max min noneMatch of peek range rangeClosed reduce skip sorted
                sum summaryStatistics toArray;
            Stream: allMatch anyMatch builder collect concat count distinct empty filter findAny findFirst
                flatMap flatMapToDouble flatMapToInt flatMapToLong forEach forEachOrdered generate iterate
                limit map mapToDouble mapToInt mapToLong max min noneMatch of peek reduce skip sorted toArray;
            """;
    private static final Map<String, Set<String>> METHODS = new HashMap<>();

    static {
        String folder = "";
        for (String entry : TABLE.split(";\\s*")) {
            if (entry.startsWith("in ")) {
                folder = entry.substring("in ".length()).replace('.', '/') + '/';
                continue;
            }
            String[] parts = entry.split(":\\s*", 2);
            Set<String> methods = new HashSet<>(Set.of(parts[1].split("\\s+")));
            for (String name : parts[0].split("\\s+")) {
                METHODS.put(folder + name, methods);
            }
        }
    }

    private OpenLibrary() {}

    /** Whether a class may be named. */
    static boolean isOpen(String className) {
        return METHODS.containsKey(className);
    }

    /** Whether a method of an open class may be called. */
    static boolean isOpen(String className, String method) {
        Set<String> own = METHODS.get(className);
        if (own != null && own.contains(method)) {
            return true;
        }
        // Constructors are not inherited.
        return !method.equals("<init>") && isInherited(typeOf(className), method);
    }

    private static boolean isInherited(Class<?> type, String method) {
        if (type == null) {
            return false;
        }
        if (METHODS.getOrDefault(type.getName().replace('.', '/'), Set.of()).contains(method)) {
            return true;
        }
        for (Class<?> parent : type.getInterfaces()) {
            if (isInherited(parent, method)) {
                return true;
            }
        }
        return isInherited(type.isInterface() ? Object.class : type.getSuperclass(), method);
    }

    /** Whether an open class is an exception or an error. */
    static boolean isThrowable(String className) {
        Class<?> type = isOpen(className) ? typeOf(className) : null;
        return type != null && Throwable.class.isAssignableFrom(type);
    }

    private static Class<?> typeOf(String className) {
        try {
            return Class.forName(className.replace('/', '.'), false, null);
        } catch (ClassNotFoundException unknown) {
            return null;
        }
    }
}
