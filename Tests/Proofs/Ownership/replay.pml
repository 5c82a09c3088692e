/* What happened in a run, step by step: events.pml is a list of events, each of which the model must be able to follow.
   A statement may be executed although the process has ended that has sent it. */

#define follow(KIND, Step) :: events?KIND,a,b,d -> event++; if :: Step :: else -> refuse() fi
#define followEither(KIND, Step, Other) :: events?KIND,a,b,d -> event++; if :: Step :: Other :: else -> refuse() fi

mtype = {
  TICK, START, REGISTER, RENEW, RENEWED, LOOK, DECLARE_DEAD, LEAVE, KILL, TAKE, LOAD, EXECUTE, COUNT, RELEASE, DROP, OPEN, SEIZE, END
}
chan events = [0] of { mtype, short, short, short };
short event, a, b, d;
bool event_is_no_step_of_the_model;

inline E(kind, x, y, z) { events!kind,x,y,z }
inline refuse() {
  printf("event %d is no step of the model\n", event);
  event_is_no_step_of_the_model = true; assert(!event_is_no_step_of_the_model)
}
inline renewRow(o) { d_step { n[o].up == 0 -> db.live[o] = true; renewed(o); n[o].renewal = 0 } }

active proctype history() {
#include "events.pml"
  events!END,0,0,0
}

active proctype model() {
  sync = true;
end:
  do
  follow(TICK, Tick())
  follow(START, Start(a))
  followEither(REGISTER, Register(a), renewRow(a))
  followEither(RENEW, Renew(a), renewRow(a))
  :: events?RENEWED,a,b,d -> event++; if :: Renewed(a) :: else fi         /* too late to be of use */
  follow(LOOK, d_step { look(a); skip })                                  /* what came between a renewal and its reading */
  follow(DECLARE_DEAD, d_step { signs[a].age[b] > LEASE && db.live[b] -> db.live[b] = false })
  follow(LEAVE, d_step { db.live[a] -> db.live[a] = false })
  follow(KILL, Kill(a))
  follow(TAKE, d_step {
    mayTake(a) && db.term + 1 == b && db.groups + 1 == d ->
    takeRow(a); if :: n[a].up == 2 && n[a].has != OWNING -> n[a].has = TAKING; n[a].term = b :: else fi; skip
  })
  follow(LOAD, d_step { n[a].has == TAKING && n[a].term == b -> n[a].has = OWNING; n[a].groups = d })
  follow(EXECUTE, n[a].up == 2 && n[a].has == OWNING && n[a].left > 0 && n[a].term == b)
  follow(COUNT, d_step { mayCount(b, d) -> addGroup(a, 0) })
  follow(RELEASE, d_step { db.term == b -> db.owner = (db.owner == a -> NONE : db.owner) })
  follow(DROP, d_step { true -> drop(a); skip })
  follow(OPEN, n[a].has == OWNING)
  follow(SEIZE, AcceptLoss())
  follow(END, printf("all %d events are steps of the model\n", event - 1))
  od
}
