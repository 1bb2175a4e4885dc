// The numbers of every object, as plain structures. Each list names the fields of one kind in the order
// of the contest: type, name of the accessor, the same with a capital letter. Clients of the contest's earlier kit
// are compiled with AGON_EARLIER_NAMES; the fields are the same.
#ifndef AGON_TIMETRAVEL_STRUCTURES_H
#define AGON_TIMETRAVEL_STRUCTURES_H

#ifdef AGON_EARLIER_NAMES
#define AGON_NAME(name, earlier) earlier
#else
#define AGON_NAME(name, earlier) name
#endif

#define AGON_BUILDING_FIELDS(FIELD) \
    FIELD(int, objectID, ObjectID)  \
    FIELD(int, x, X)                \
    FIELD(int, y, Y)                \
    FIELD(int, z, Z)                \
    FIELD(int, hp, Hp)              \
    FIELD(int, level, Level)        \
    FIELD(int, buildingTypeID, BuildingTypeID) \
    FIELD(int, ownerID, OwnerID)    \
    FIELD(int, inTraining, InTraining) \
    FIELD(int, progress, Progress)  \
    FIELD(int, linked, Linked)      \
    FIELD(int, complete, Complete)

#define AGON_BUILDING_TYPE_FIELDS(FIELD) \
    FIELD(int, objectID, ObjectID)       \
    FIELD(char*, name, Name)             \
    FIELD(int, price, Price)             \
    FIELD(int, food, Food)               \
    FIELD(int, pastBuildTime, PastBuildTime) \
    FIELD(int, presentBuildTime, PresentBuildTime) \
    FIELD(int, futureBuildTime, FutureBuildTime) \
    FIELD(int, hp, Hp)                   \
    FIELD(int, armor, Armor)             \
    FIELD(int, builderID, BuilderID)     \
    FIELD(int, allowPaint, AllowPaint)   \
    FIELD(int, width, Width)             \
    FIELD(int, height, Height)           \
    FIELD(int, spawnX, SpawnX)           \
    FIELD(int, spawnY, SpawnY)           \
    FIELD(float, armorExp, ArmorExp)     \
    FIELD(float, hpExp, HpExp)           \
    FIELD(float, priceExp, PriceExp)     \
    FIELD(float, foodExp, FoodExp)

#define AGON_PORTAL_FIELDS(FIELD)  \
    FIELD(int, objectID, ObjectID) \
    FIELD(int, x, X)               \
    FIELD(int, y, Y)               \
    FIELD(int, z, Z)               \
    FIELD(int, direction, Direction) \
    FIELD(int, fee, Fee)           \
    FIELD(int, feeIncr, FeeIncr)   \
    FIELD(float, feeMultiplier, FeeMultiplier)

#define AGON_TERRAIN_FIELDS(FIELD) \
    FIELD(int, objectID, ObjectID) \
    FIELD(int, x, X)               \
    FIELD(int, y, Y)               \
    FIELD(int, z, Z)               \
    FIELD(int, AGON_NAME(blocksMove, blockmove), BlocksMove) \
    FIELD(int, AGON_NAME(blocksBuild, blockbuild), BlocksBuild)

#define AGON_UNIT_FIELDS(FIELD)    \
    FIELD(int, objectID, ObjectID) \
    FIELD(int, x, X)               \
    FIELD(int, y, Y)               \
    FIELD(int, z, Z)               \
    FIELD(int, hp, Hp)             \
    FIELD(int, level, Level)       \
    FIELD(int, unitTypeID, UnitTypeID) \
    FIELD(int, ownerID, OwnerID)   \
    FIELD(int, actions, Actions)   \
    FIELD(int, moves, Moves)

#define AGON_UNIT_TYPE_FIELDS(FIELD) \
    FIELD(int, objectID, ObjectID)   \
    FIELD(char*, name, Name)         \
    FIELD(int, price, Price)         \
    FIELD(int, hunger, Hunger)       \
    FIELD(int, AGON_NAME(trainTime, traintime), TrainTime) \
    FIELD(int, hp, Hp)               \
    FIELD(int, armor, Armor)         \
    FIELD(int, moves, Moves)         \
    FIELD(int, actions, Actions)     \
    FIELD(int, AGON_NAME(attackCost, attackcost), AttackCost) \
    FIELD(int, damage, Damage)       \
    FIELD(int, AGON_NAME(minRange, minrange), MinRange) \
    FIELD(int, AGON_NAME(maxRange, maxrange), MaxRange) \
    FIELD(int, trainerID, TrainerID) \
    FIELD(int, AGON_NAME(canPaint, canpaint), CanPaint) \
    FIELD(float, armorExp, ArmorExp) \
    FIELD(float, hpExp, HpExp)       \
    FIELD(float, priceExp, PriceExp) \
    FIELD(float, damageExp, DamageExp) \
    FIELD(int, paintBase, PaintBase) \
    FIELD(int, paintLinear, PaintLinear)

#define AGON_MEMBER(type, name, Name) type name;

struct _Building { AGON_BUILDING_FIELDS(AGON_MEMBER) };
struct _BuildingType { AGON_BUILDING_TYPE_FIELDS(AGON_MEMBER) };
struct _Portal { AGON_PORTAL_FIELDS(AGON_MEMBER) };
struct _Terrain { AGON_TERRAIN_FIELDS(AGON_MEMBER) };
struct _Unit { AGON_UNIT_FIELDS(AGON_MEMBER) };
struct _UnitType { AGON_UNIT_TYPE_FIELDS(AGON_MEMBER) };

#endif
