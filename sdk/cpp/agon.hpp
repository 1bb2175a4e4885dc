// Write bots for the games of Agon in C++17. This header is the whole kit:
//
//     #include "agon.hpp"
//
//     void play(agon::Turn& turn) {
//         for (const auto& robot : turn.view["robots"])
//             turn.call("move", {{"robot", robot["name"]}, {"direction", "UP"}});
//     }
//
//     int main() { return agon::run(play); }
//
// `turn.view` is what the bot may know, `turn.call` makes a call and returns the game's reply, and
// the turn ends when the function returns. What a bot prints, to std::cout too, goes to its log.
//
// Licensed under MIT or Apache-2.0, at your choice.
#pragma once

#include <fcntl.h>
#ifdef _WIN32
#include <io.h>
#endif
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace agon {

/// The version of the protocol that this kit speaks.
constexpr int PROTOCOL = 1;

// ---------------------------------------------------------------------------------------------- JSON

/// A JSON value: a view, a reply, a call or a part of one.
///
/// A field that an object does not have is an error that names the fields it has; `get` asks without an error.
/// Null is 0, "" or an empty list, and its fields are null.
/// Objects are written `{{"row", 3}, {"col", 4}}`, lists `agon::list(3, 4)`.
class Json {
public:
    using Array = std::vector<Json>;
    using Object = std::vector<std::pair<std::string, Json>>;

    Json() = default;
    Json(std::nullptr_t) {}
    Json(bool value) : value_(value) {}
    Json(int value) : value_(static_cast<std::int64_t>(value)) {}
    Json(long value) : value_(static_cast<std::int64_t>(value)) {}
    Json(long long value) : value_(static_cast<std::int64_t>(value)) {}
    Json(unsigned value) : value_(static_cast<std::int64_t>(value)) {}
    Json(unsigned long value) : value_(static_cast<std::int64_t>(value)) {}
    Json(unsigned long long value) : value_(static_cast<std::int64_t>(value)) {}
    Json(double value) : value_(value) {}
    Json(const char* value) : value_(std::string(value)) {}
    Json(std::string value) : value_(std::move(value)) {}
    Json(Array value) : value_(std::move(value)) {}
    Json(std::initializer_list<std::pair<std::string, Json>> fields) : value_(Object(fields)) {}

    /// Reads a JSON text; throws std::runtime_error if it is invalid.
    static Json parse(const std::string& text);

    /// Writes it as one line.
    std::string dump() const {
        std::string out;
        write(out);
        return out;
    }

    bool is_null() const { return std::holds_alternative<std::nullptr_t>(value_); }
    bool is_list() const { return std::holds_alternative<Array>(value_); }
    bool is_object() const { return std::holds_alternative<Object>(value_); }
    bool is_text() const { return std::holds_alternative<std::string>(value_); }

    /// The value as a whole number; 0 if it is not a number.
    std::int64_t integer() const {
        if (auto* whole = std::get_if<std::int64_t>(&value_)) return *whole;
        if (auto* real = std::get_if<double>(&value_)) return static_cast<std::int64_t>(*real);
        return 0;
    }

    /// The value as a number; 0 if it is not a number.
    double number() const {
        if (auto* real = std::get_if<double>(&value_)) return *real;
        return static_cast<double>(integer());
    }

    /// The value as a text; empty if it is not a text.
    const std::string& text() const {
        static const std::string none;
        auto* text = std::get_if<std::string>(&value_);
        return text ? *text : none;
    }

    /// Whether the value is `true`.
    bool boolean() const {
        auto* flag = std::get_if<bool>(&value_);
        return flag && *flag;
    }

    /// The elements of a list, to loop over; empty if it is not a list.
    const Array& list() const {
        static const Array none;
        auto* array = std::get_if<Array>(&value_);
        return array ? *array : none;
    }

    /// The fields of an object, in their order; empty if it is not an object.
    const Object& fields() const {
        static const Object none;
        auto* object = std::get_if<Object>(&value_);
        return object ? *object : none;
    }

    /// The number of elements of a list or fields of an object.
    int size() const { return static_cast<int>(is_object() ? fields().size() : list().size()); }
    Array::const_iterator begin() const { return list().begin(); }
    Array::const_iterator end() const { return list().end(); }

    /// A field of an object; throws std::out_of_range if the object has none of this name.
    const Json& operator[](const char* name) const {
        if (const Json* field = find(name)) return *field;
        if (is_object()) throw std::out_of_range(no_field(name));
        return null();
    }

    /// A field of an object; null if there is none of this name.
    const Json& get(const char* name) const {
        const Json* field = find(name);
        return field ? *field : null();
    }

    /// Whether an object has a field of this name.
    bool has(const char* name) const { return find(name) != nullptr; }
    const Json& operator[](const std::string& name) const { return (*this)[name.c_str()]; }

    /// An element of a list; null beyond its ends.
    const Json& operator[](std::int64_t index) const {
        const Array& array = list();
        return index >= 0 && static_cast<std::size_t>(index) < array.size() ? array[index] : null();
    }
    const Json& operator[](int index) const { return (*this)[static_cast<std::int64_t>(index)]; }

    /// Sets a field; a value that is not an object becomes one.
    void set(const std::string& name, Json value) {
        if (!is_object()) value_ = Object();
        auto& object = std::get<Object>(value_);
        for (auto& field : object)
            if (field.first == name) return void(field.second = std::move(value));
        object.emplace_back(name, std::move(value));
    }

    friend bool operator==(const Json& a, const Json& b) { return a.value_ == b.value_; }
    friend bool operator!=(const Json& a, const Json& b) { return !(a == b); }

private:
    std::variant<std::nullptr_t, bool, std::int64_t, double, std::string, Array, Object> value_ = nullptr;

    const Json* find(const char* name) const {
        for (const auto& [key, value] : fields())
            if (key == name) return &value;
        return nullptr;
    }

    std::string no_field(const char* name) const {
        std::string sentence = std::string("there is no field `") + name + "`; the fields are ";
        for (const auto& [key, value] : fields()) sentence += key + ", ";
        sentence.resize(sentence.size() - 2);
        return sentence;
    }

    static const Json& null() {
        static const Json none;
        return none;
    }

    void write(std::string& out) const {
        if (auto* flag = std::get_if<bool>(&value_)) {
            out += *flag ? "true" : "false";
        } else if (auto* whole = std::get_if<std::int64_t>(&value_)) {
            out += std::to_string(*whole);
        } else if (auto* real = std::get_if<double>(&value_)) {
            if (!std::isfinite(*real)) throw std::runtime_error("a number in a call is not finite");
            char digits[32];
            std::snprintf(digits, sizeof digits, "%.17g", *real);
            out += digits;
        } else if (is_text()) {
            write_text(out, text());
        } else if (is_list()) {
            out += '[';
            const Array& elements = list();
            for (std::size_t i = 0; i < elements.size(); ++i) {
                if (i > 0) out += ',';
                elements[i].write(out);
            }
            out += ']';
        } else if (is_object()) {
            out += '{';
            bool first = true;
            for (const auto& [key, value] : fields()) {
                if (!first) out += ',';
                first = false;
                write_text(out, key);
                out += ':';
                value.write(out);
            }
            out += '}';
        } else {
            out += "null";
        }
    }

    static void write_text(std::string& out, const std::string& text) {
        out += '"';
        for (unsigned char c : text) {
            if (c == '"' || c == '\\') {
                out += '\\';
                out += static_cast<char>(c);
            } else if (c < 0x20) {
                char escape[8];
                std::snprintf(escape, sizeof escape, "\\u%04x", c);
                out += escape;
            } else {
                out += static_cast<char>(c);
            }
        }
        out += '"';
    }
};

namespace detail {

/// Makes a value of JSON: of an object by the constructor of its struct.
template <typename T>
struct As {
    static T from(const Json& json) { return T(json); }
};
template <>
struct As<std::int64_t> {
    static std::int64_t from(const Json& json) { return json.integer(); }
};
template <>
struct As<double> {
    static double from(const Json& json) { return json.number(); }
};
template <>
struct As<bool> {
    static bool from(const Json& json) { return json.boolean(); }
};
template <>
struct As<std::string> {
    static std::string from(const Json& json) { return json.text(); }
};
template <typename T>
struct As<std::optional<T>> {
    static std::optional<T> from(const Json& json) {
        if (json.is_null()) return std::nullopt;
        return As<T>::from(json);
    }
};
template <typename T>
struct As<std::vector<T>> {
    static std::vector<T> from(const Json& json) {
        std::vector<T> all;
        all.reserve(json.list().size());
        for (const Json& one : json) all.push_back(As<T>::from(one));
        return all;
    }
};

}  // namespace detail

/// JSON as a value of a type, such as the view of a game: `agon::as<GAME::View>(turn.view)`.
template <typename T>
T as(const Json& json) {
    return detail::As<T>::from(json);
}

/// A list as JSON: `agon::list("PITCHER", "NORTH")`.
template <typename... Values>
Json list(Values&&... values) {
    return Json(Json::Array{Json(std::forward<Values>(values))...});
}

/// A value as JSON; an empty `std::optional` is null.
inline Json to_json(const Json& value) { return value; }

template <typename T>
Json to_json(const std::optional<T>& value);

template <typename T>
Json to_json(const std::vector<T>& values) {
    Json::Array list;
    for (const T& value : values) list.push_back(to_json(value));
    return Json(std::move(list));
}

template <typename T>
Json to_json(const std::optional<T>& value) {
    return value ? to_json(*value) : Json();
}

namespace detail {

/// Reads JSON from a text, byte by byte.
class Reader {
public:
    explicit Reader(const std::string& text) : at_(text.c_str()), end_(at_ + text.size()) {}

    Json whole() {
        Json value = read(0);
        skip();
        if (at_ != end_) fail("something follows the value");
        return value;
    }

private:
    const char* at_;
    const char* end_;

    [[noreturn]] static void fail(const char* what) {
        throw std::runtime_error(std::string("this is not JSON: ") + what);
    }

    void skip() {
        while (at_ != end_ && std::strchr(" \t\r\n", *at_) && *at_) ++at_;
    }

    char peek() {
        skip();
        if (at_ == end_) fail("it ends too early");
        return *at_;
    }

    void expect(char c) {
        if (peek() != c) fail("a sign is missing");
        ++at_;
    }

    bool take(char c) {
        if (peek() != c) return false;
        ++at_;
        return true;
    }

    Json word(const char* letters, Json value) {
        std::size_t length = std::strlen(letters);
        if (static_cast<std::size_t>(end_ - at_) < length || std::memcmp(at_, letters, length) != 0)
            fail("an unknown word");
        at_ += length;
        return value;
    }

    Json read(int depth) {
        if (depth > 200) fail("it is nested too deeply");
        switch (peek()) {
            case '{': return object(depth);
            case '[': return array(depth);
            case '"': return Json(text());
            case 't': return word("true", Json(true));
            case 'f': return word("false", Json(false));
            case 'n': return word("null", Json());
            default: return number();
        }
    }

    Json object(int depth) {
        Json object = std::initializer_list<std::pair<std::string, Json>>{};
        expect('{');
        if (take('}')) return object;
        do {
            if (peek() != '"') fail("a field has no name");
            std::string name = text();
            expect(':');
            object.set(name, read(depth + 1));
        } while (take(','));
        expect('}');
        return object;
    }

    Json array(int depth) {
        Json::Array elements;
        expect('[');
        if (take(']')) return Json(std::move(elements));
        do elements.push_back(read(depth + 1));
        while (take(','));
        expect(']');
        return Json(std::move(elements));
    }

    Json number() {
        const char* start = at_;
        bool whole = true;
        for (; at_ != end_ && *at_ && std::strchr("+-0123456789.eE", *at_); ++at_)
            whole = whole && !std::strchr(".eE", *at_);
        if (at_ == start) fail("a value is missing");
        std::string digits(start, at_);
        char* rest = nullptr;
        Json value;
        if (whole)
            value = std::strtoll(digits.c_str(), &rest, 10);
        else
            value = std::strtod(digits.c_str(), &rest);
        if (*rest) fail("a number is none");
        return value;
    }

    std::string text() {
        std::string out;
        for (++at_; at_ != end_ && *at_ != '"'; ++at_) {
            if (*at_ != '\\') {
                out += *at_;
                continue;
            }
            if (++at_ == end_) break;
            escape(out);
        }
        if (at_ == end_) fail("a text has no end");
        ++at_;
        return out;
    }

    void escape(std::string& out) {
        static const char* const from = "bfnrt";
        static const char* const to = "\b\f\n\r\t";
        if (*at_ == 'u') {
            std::uint32_t code = hex();
            if (code >= 0xD800 && code < 0xDC00 && end_ - at_ > 6 && at_[1] == '\\' && at_[2] == 'u') {
                at_ += 2;
                code = 0x10000 + ((code - 0xD800) << 10) + (hex() - 0xDC00);
            }
            utf8(out, code);
        } else if (const char* found = std::strchr(from, *at_)) {
            out += to[found - from];
        } else {
            out += *at_;
        }
    }

    /// Four digits behind `\u`; stays on the last of them.
    std::uint32_t hex() {
        if (end_ - at_ < 5) fail("a text has no end");
        std::string digits(at_ + 1, at_ + 5);
        at_ += 4;
        return static_cast<std::uint32_t>(std::strtoul(digits.c_str(), nullptr, 16));
    }

    static void utf8(std::string& out, std::uint32_t code) {
        auto byte = [&](std::uint32_t bits) { out += static_cast<char>(bits); };
        if (code < 0x80) return byte(code);
        if (code < 0x800) {
            byte(0xC0 | code >> 6);
        } else {
            if (code < 0x10000) {
                byte(0xE0 | code >> 12);
            } else {
                byte(0xF0 | code >> 18);
                byte(0x80 | (code >> 12 & 0x3F));
            }
            byte(0x80 | (code >> 6 & 0x3F));
        }
        byte(0x80 | (code & 0x3F));
    }
};

/// Writes to the log what Agon could not understand.
inline void complain(const Json& error) {
    std::fprintf(stderr, "Agon does not understand this bot: %s\n", error["message"].text().c_str());
}

/// Agon has closed the pipes: the match goes on without this bot.
struct Closed {};

/// The real standard input and output. What the bot prints goes to stderr from now on.
class Wire {
public:
    /// There is only one.
    static Wire& open() {
        static Wire wire;
        return wire;
    }

    Json read() {
        for (;;) {
            std::size_t end = inbox_.find('\n', seen_);
            if (end != std::string::npos) {
                Json message = Json::parse(inbox_.substr(0, end));
                inbox_.erase(0, end + 1);
                seen_ = 0;
                return message;
            }
            seen_ = inbox_.size();
            char bytes[1 << 16];
            ssize_t got = ::read(in_, bytes, sizeof bytes);
            if (got < 0 && errno == EINTR) continue;
            if (got <= 0) throw Closed{};
            inbox_.append(bytes, static_cast<std::size_t>(got));
        }
    }

    /// Sends a message together with the next one, so that Agon is not woken for it.
    void later(const Json& message) {
        outbox_ += message.dump() + '\n';
        if (outbox_.size() > 1 << 15) flush();
    }

    /// Sends a message at once.
    void send(const Json& message) {
        later(message);
        flush();
    }

private:
    int in_, out_;
    std::string inbox_, outbox_;
    std::size_t seen_ = 0;

    void flush() {
        std::string lines;
        lines.swap(outbox_);
        for (std::size_t at = 0; at < lines.size();) {
            ssize_t put = ::write(out_, lines.data() + at, lines.size() - at);
            if (put < 0 && errno == EINTR) continue;
            if (put <= 0) throw Closed{};
            at += static_cast<std::size_t>(put);
        }
    }

    Wire() : in_(::dup(0)), out_(::dup(1)) {
        ::dup2(2, 1);
        std::fflush(stdout);  // what was printed before belongs to the log as well
#ifdef _WIN32
        const char* nowhere = "NUL";
        ::_setmode(in_, _O_BINARY);
        ::_setmode(out_, _O_BINARY);
#else
        const char* nowhere = "/dev/null";
        std::signal(SIGPIPE, SIG_IGN);
#endif
        int nothing = ::open(nowhere, O_RDONLY);
        ::dup2(nothing, 0);
        ::close(nothing);
    }
};

/// If Agon has started the bot, output before `run` must not mix with the messages either.
inline const bool taken_early = std::getenv("AGON_BOT") != nullptr && (Wire::open(), true);

}  // namespace detail

inline Json Json::parse(const std::string& text) { return detail::Reader(text).whole(); }

// ---------------------------------------------------------------------------------------------- turns

/// The turn has been taken away: time or energy is used up, or the unit is dead. The kit catches it,
/// so that a bot need not. It does not derive from std::exception.
struct TurnOver {};

/// Prepares a call for `turn.calls` and `turn.draft`: `agon::call("capture", 7)`.
inline Json call(const std::string& name, Json value = nullptr) {
    if (value.is_null()) return Json(name);
    Json call;
    call.set(name, std::move(value));
    return call;
}

/// The game's answer to a call. It is true if the call was carried out.
struct Reply {
    /// Why the call was not carried out, as a sentence; empty if it was.
    std::optional<std::string> refused;
    /// The answer as it is in the manual, such as `{"moved": {"row": 2, "col": 5}}`.
    Json raw;

    explicit Reply(const Json& answer) : raw(answer["reply"]) {
        if (answer["refused"].is_text()) refused = answer["refused"].text();
    }

    /// Whether the call was carried out.
    bool ok() const { return !refused; }
    explicit operator bool() const { return ok(); }

    /// The answer's name: `moved`.
    std::string kind() const { return raw.is_object() && raw.size() ? raw.fields()[0].first : raw.text(); }

    /// What the answer brings: `{"row": 2, "col": 5}`; null if it is only a name.
    Json value() const { return raw.is_object() && raw.size() ? raw.fields()[0].second : Json(); }
};

/// What a bot is told before the first turn.
struct Hello {
    std::string game;       ///< The id of the game.
    int version;            ///< The version of the game's rules.
    std::string rules;      ///< `handbook` or `original`.
    std::string map;        ///< The map's name.
    int seat;               ///< The bot's seat, from 0.
    std::string seat_name;  ///< The seat's name, such as `blue`.
    int seats;              ///< The number of seats.
    std::uint64_t seed;     ///< Seed your generators with it, and the same match is played again.
    bool tournament;        ///< Whether the match is one of a tournament.

    explicit Hello(const Json& m)
        : game(m["game"].text()),
          version(static_cast<int>(m["version"].integer())),
          rules(m["rules"].text()),
          map(m["map"].text()),
          seat(static_cast<int>(m["seat"].integer())),
          seat_name(m["seat_name"].text()),
          seats(static_cast<int>(m["seats"].integer())),
          seed(static_cast<std::uint64_t>(m["seed"].integer())),
          tournament(m["tournament"].boolean()) {}
};

/// A place to draw at: the coordinates of a tile, or the name or number of a unit.
class Spot {
public:
    Spot(std::initializer_list<std::int64_t> tile) {
        Json::Array parts(tile.begin(), tile.end());
        json_.set("tile", Json(std::move(parts)));
    }
    Spot(const std::string& unit) { json_.set("unit", unit); }
    Spot(const char* unit) : Spot(std::string(unit)) {}
    Spot(std::int64_t unit) : Spot(std::to_string(unit)) {}
    const Json& json() const { return json_; }

private:
    Json json_;
};

/// Red, green and blue, 0 to 255 each.
struct Colour {
    int red = 255, green = 220, blue = 0;
    Json json() const { return list(red, green, blue); }
};

namespace detail {
class Life;
}

/// The turn being played.
class Turn {
public:
    const Hello& hello;             ///< What was told before the first turn.
    Json view;                      ///< What the bot may know, from the start of the turn or the last look.
    int actor;                      ///< The actor whose turn it is: your seat, or one unit where every unit is a program.
    int round;                      ///< The round being played.
    std::int64_t number;            ///< The number of this turn.
    std::optional<double> seconds;  ///< The seconds this turn may take, if there is a limit.
    std::optional<std::int64_t> energy;  ///< The energy it may cost, in games that count it.

    /// Makes a call and returns the game's reply: `turn.call("capture", 7)`. What was made with
    /// `agon::call` can be said too.
    Reply call(const Json& name, Json value = nullptr) {
        Json said = value.is_null() ? name : agon::call(name.text(), std::move(value));
        say({{"type", "call"}, {"turn", number}, {"call", std::move(said)}});
        spoke_ = true;
        return Reply(answer("reply"));
    }

    /// Makes many calls at once, which is faster than one by one. With `look` the view is brought up to
    /// date as well.
    std::vector<Reply> calls(std::vector<Json> calls, bool look = false) {
        say({{"type", "calls"}, {"turn", number}, {"calls", Json(std::move(calls))}, {"look", look}});
        spoke_ = true;
        Json all = answer("replies");
        if (look) view = all["view"];
        std::vector<Reply> replies;
        for (const Json& one : all["replies"]) replies.emplace_back(one);
        return replies;
    }

    /// Brings `view` up to date and returns it.
    const Json& look() {
        say({{"type", "look"}, {"turn", number}});
        view = answer("view")["view"];
        return view;
    }

    /// Saves calls that Agon makes if the turn ends before the bot has made any.
    void draft(std::vector<Json> calls) {
        say({{"type", "draft"}, {"turn", number}, {"calls", Json(std::move(calls))}});
    }

    /// Writes a line into the replay, for you to read beside this turn.
    void log(const std::string& text) {
        // Sent at once: it may be the last sign of a bot that hangs.
        say({{"type", "note"}, {"note", {{"log", text}}}});
    }

    /// Draws a dot into the replay.
    void dot(const Spot& at, Colour colour = {}) {
        draw({{"dot", {{"at", at.json()}, {"colour", colour.json()}}}});
    }

    /// Draws a line into the replay.
    void line(const Spot& from, const Spot& to, Colour colour = {}) {
        draw({{"line", {{"from", from.json()}, {"to", to.json()}, {"colour", colour.json()}}}});
    }

    /// Writes a few words on the board in the replay.
    void text(const Spot& at, const std::string& text, Colour colour = {}) {
        draw({{"text", {{"at", at.json()}, {"text", text}, {"colour", colour.json()}}}});
    }

    /// The seconds left of this turn, if there is a limit.
    std::optional<double> seconds_left() const {
        if (!seconds) return std::nullopt;
        std::chrono::duration<double> used = std::chrono::steady_clock::now() - began_;
        return *seconds - used.count();
    }

    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

private:
    friend class detail::Life;
    std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
    detail::Wire& wire_;
    bool spoke_ = false;
    bool open_ = true;
    std::optional<Json> next_;

    Turn(detail::Wire& wire, const Hello& hello, const Json& m)
        : hello(hello),
          view(m["view"]),
          actor(static_cast<int>(m["actor"].integer())),
          round(static_cast<int>(m["round"].integer())),
          number(m["turn"].integer()),
          wire_(wire) {
        if (!m["seconds"].is_null()) seconds = m["seconds"].number();
        if (!m["energy"].is_null()) energy = m["energy"].integer();
    }

    void say(const Json& message) {
        if (!open_) throw TurnOver{};
        wire_.send(message);
    }

    void draw(const Json& note) {
        if (!open_) throw TurnOver{};
        wire_.later({{"type", "note"}, {"note", note}});
    }

    /// Waits for the answer to the last message.
    Json answer(const char* kind) {
        for (;;) {
            Json message = wire_.read();
            const std::string& what = message["type"].text();
            bool elsewhere = what == "turn" || what == "over";
            if (what == "error") {
                detail::complain(message);
            } else if (!elsewhere && message.get("turn") != Json(number)) {
                continue;
            } else if (what == kind) {
                return message;
            } else if (elsewhere) {
                next_ = message;
            }
            open_ = false;
            throw TurnOver{};
        }
    }

    /// Ends the turn; returns the message that arrived in place of an answer, if one did.
    std::optional<Json> done(const std::optional<std::string>& error) {
        if (open_) {
            open_ = false;
            Json message = {{"type", "done"}, {"turn", number}};
            message.set("how", error ? "failed" : spoke_ ? "done" : "silent");
            if (error) message.set("error", *error);
            wire_.send(message);
        }
        return next_;
    }
};

// ------------------------------------------------------------------------------------------- the match

namespace detail {

/// The life of a bot: hello, turns, over.
class Life {
public:
    /// Plays one turn of the actor it was made for.
    using Play = std::function<void(Turn&)>;
    using Make = std::function<Play()>;

    explicit Life(Make make) : make_(std::move(make)) {}

    int run() {
        const bool by_hand = !std::getenv("AGON_BOT");
        if (by_hand && ::isatty(0)) return started_by_hand();
        try {
            Wire& wire = Wire::open();
            Json message;
            try {
                message = wire.read();
            } catch (...) {
                // Without a first message, Agon did not start this program.
                if (by_hand) return started_by_hand();
                throw;
            }
            Hello hello(message);
            wire.send({{"type", "ready"}, {"protocol", PROTOCOL}});
            play(wire, hello);
        } catch (const Closed&) {
            // Agon has closed the pipes: the match goes on without this bot.
        }
        return 0;
    }

private:
    static int started_by_hand() {
        std::fprintf(stderr, "This program talks to Agon; start it with: "
                             "agon play GAME bot.cpp builtin:random\n");
        return 2;
    }

    Make make_;
    std::map<std::int64_t, Play> instances_;

    void play(Wire& wire, const Hello& hello) {
        std::optional<Json> next;
        for (;;) {
            Json message = next ? *next : wire.read();
            next.reset();
            const std::string& what = message["type"].text();
            if (what == "over") return;
            if (what == "turn") {
                Turn turn(wire, hello, message);
                std::optional<std::string> error = play_turn(turn);
                std::fflush(stdout);
                next = turn.done(error);
            } else if (what == "gone") {
                instances_.erase(message["actor"].integer());
            } else if (what == "error") {
                detail::complain(message);
            }
        }
    }

    /// The text of the failure, if there was one.
    std::optional<std::string> play_turn(Turn& turn) {
        try {
            auto& instance = instances_[turn.actor];
            if (!instance) instance = make_();
            instance(turn);
            return std::nullopt;
        } catch (const TurnOver&) {
            return std::nullopt;
        } catch (const std::exception& fault) {
            std::fprintf(stderr, "exception: %s\n", fault.what());
            return fault.what();
        } catch (const Closed&) {
            throw;
        } catch (...) {
            std::fprintf(stderr, "exception of an unknown kind\n");
            return "an exception of an unknown kind";
        }
    }
};

}  // namespace detail

/// Plays a match with a function that takes a `Turn&`; returns the program's exit code.
inline int run(std::function<void(Turn&)> play) {
    return detail::Life([play] { return play; }).run();
}

/// Plays a match with a class that has a method `void turn(agon::Turn&)`. One instance is made for each
/// actor: one for the match, or one for each unit where units act alone.
template <typename Bot>
int run() {
    return detail::Life([] {
               auto bot = std::make_shared<Bot>();
               return [bot](Turn& turn) { bot->turn(turn); };
           })
        .run();
}

/// The cheapest way from `start` to a goal, both included; empty if there is none. `neighbours` gives the places
/// beside a place, each with the cost of going there, which is at least 0, as a `std::vector<std::pair<Place, Cost>>`.
/// Places are ordered by `<`. Of equally cheap ways, the one through the places that were found first is taken; it
/// is the same in all kits.
template <typename Place, typename IsGoal, typename Neighbours>
std::vector<Place> path(const Place& start, IsGoal is_goal, Neighbours neighbours) {
    struct Best {
        std::int64_t cost;
        std::optional<Place> before;
    };
    std::map<Place, Best> best{{start, {0, std::nullopt}}};
    // By cost, then by the order in which they were found.
    std::map<std::pair<std::int64_t, std::int64_t>, Place> queue{{{0, 0}, start}};
    std::int64_t found = 0;
    while (!queue.empty()) {
        const auto cost = queue.begin()->first.first;
        const Place place = queue.begin()->second;
        queue.erase(queue.begin());
        if (cost > best.at(place).cost) continue;  // a cheaper way was found since
        if (is_goal(place)) {
            std::vector<Place> way{place};
            while (auto before = best.at(way.back()).before) way.push_back(*before);
            return {way.rbegin(), way.rend()};
        }
        for (const auto& [beside, step] : neighbours(place)) {
            const std::int64_t total = cost + step;
            auto known = best.find(beside);
            if (known != best.end() && known->second.cost <= total) continue;
            best.insert_or_assign(beside, Best{total, place});
            queue.emplace(std::make_pair(total, ++found), beside);
        }
    }
    return {};
}

}  // namespace agon
