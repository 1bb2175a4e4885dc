# The same with the kit, which may print whatever it likes.
import agon

print("printed before anything else")


def play(turn):
    print("round", turn.view.turn)
    turn.log("a note")
    for robot in turn.view.robots:
        turn.call("act", robot=robot.name)


agon.run(play)
