/* The ownership of one space: nodes, leases, terms, groups of commits, the link between the node of a client and the
   owner, hand-over, and the promotion of a standby. README.md beside this file says how to read it.

   Each `inline` with a capital is one step: what must hold, an arrow, and what changes. Steps are taken in any order,
   and a node that is paused takes none. MISTAKE is the number of a planted mistake, 0 for none. */

#ifdef REPLAY
#define MISTAKE 0
#define CALM 0
#define NODES 30
#define LEASE 10                      /* steps of half a second */
#define NUMBER short
#define bound(x) true
#define lose(o) n[o].isLost = true
#else
#define NODES 2
#define LEASE 1                       /* in steps of time */
#define NUMBER byte
#define bound(x) (x)                  /* holds in the check alone, so that there are finitely many states */
#define lose(o) drop(o)               /* it has no trust, so it makes no difference that it does not know yet */
#endif
#define CHANGES (2 - CALM)            /* CALM is 1 to check that all comes back when nothing breaks any more */
#define PATIENCE 4                    /* steps of time until it must have come back */
#define is(k) (MISTAKE == k)
#define NONE 255

/* The changes of a board in their order, two bits each. */
#define length(log) ((log > 0) + (log > 3) + (log > 15))
#define contains(log, c) ((log & 3) == c || ((log >> 2) & 3) == c || ((log >> 4) & 3) == c)
#define due (c.made + 1)              /* the next change of the client */
#define acknowledge(change) told = told | (1 << (change - 1))
#define plus(log, c) (log | (c << (2 * length(log))))
#define least(a, b) (a < b -> a : b)
#define contradicts(a, b) (((a ^ b) & ((1 << (2 * least(length(a), length(b)))) - 1)) != 0)

typedef Base {                        /* what is in a database */
  byte owner = NONE; NUMBER term; NUMBER groups; byte epoch; byte line; byte log;
  bool restored;                      /* nobody takes it before an operator has accepted the loss */
  bool live[NODES]                    /* registered, and not declared dead */
}
Base db, standby;
bool sync, isCutOff;                  /* whether commits wait for the standby; whether it gets nothing more */
byte line;                            /* how often a standby was promoted: the timeline of the database */
NUMBER terms; byte epochs;            /* the greatest that were ever used */

mtype = { NOT, TAKING, OWNING, LEAVING, READ, CHANGE };
typedef Node {
  byte up;                            /* 1 if it runs, 2 if it is registered */
  byte left;                          /* the steps of time for which it may execute commands */
  byte renewal;                       /* the same, once the answer to a renewal arrives that is on its way */
  bool isLost;                        /* what that answer says: another one owns the space */
  mtype has = NOT; NUMBER term; NUMBER groups; byte epoch; byte log;
  byte change;                        /* in the group that is being committed; 0 if there is none */
  bool isCounted                      /* the answer to that commit is on its way */
}
Node n[NODES];
typedef Signs { byte age[NODES] }     /* one more than the steps since the renewals of each were seen; 0 if not */
Signs signs[NODES];
typedef Client {
  mtype wants = NOT; byte made;       /* how many changes it was told of */
  byte via = NONE;                    /* the owner to which its node has opened a channel for it */
  byte answer; byte answerEpoch;      /* one more than the revision in the answer on its way to it */
  byte revision; byte epoch;          /* what it was told last */
}
Client c;
byte told;                            /* a bit for each acknowledged change */
byte seen[8];                         /* by epoch: the changes that anybody was sent */
byte committer;                       /* one more than the node that committed in the present term */
bool isKilled, isServed, calm;        /* in calm, nothing breaks any more */
byte waited;
hidden byte i, j;

/* The properties. */
bool acknowledged_change_is_lost, change_is_made_twice, two_owners_commit_in_one_term;
bool revision_has_two_contents, read_is_older_than_told, client_is_not_served;
#define forbid(property, x) if :: x -> property = true; assert(!property) :: else fi

#define sees(b, o) (n[b].up == 2 && b != o || n[b].up == 1 && b == o)
#define mayHaveLost (!sync && db.line != line)
#define mayExecute(o) (n[o].up == 2 && n[o].has == OWNING && n[o].left > 0 && n[o].change == 0)
#define mayTake(o) (!db.restored && db.live[o] && \
  (db.owner == NONE || db.owner == o && !is(15) || !db.live[db.owner] || is(3)))
#define isStored(o) (db.term == n[o].term && db.groups > n[o].groups)
#define isDurable(o) (!sync || is(7) || standby.groups > n[o].groups)
#define older(age) (age > 0 && age <= LEASE -> age + 1 : age)
#define cut(o) c.via = (c.via == o -> NONE : c.via)

inline copy(a, b) {
  a.owner = b.owner; a.term = b.term; a.groups = b.groups; a.epoch = b.epoch; a.line = b.line; a.log = b.log;
  a.restored = b.restored; for (i : 0 .. NODES - 1) { a.live[i] = b.live[i] }
}
inline drop(o) {
  n[o].has = NOT; n[o].term = 0; n[o].groups = 0; n[o].epoch = 0; n[o].log = 0; n[o].change = 0;
  n[o].isCounted = false; n[o].isLost = false; cut(o)
}
inline renewed(o) {
  n[o].renewal = LEASE;
  for (i : 0 .. NODES - 1) { signs[i].age[o] = (is(4) -> signs[i].age[o] : 0) }
}
inline send(o) {                      /* somebody is sent what an owner has */
  forbid(revision_has_two_contents, contradicts(seen[n[o].epoch], n[o].log));
  if :: length(n[o].log) > length(seen[n[o].epoch]) -> seen[n[o].epoch] = n[o].log :: else fi
}
inline reply(o) { c.answer = 1 + length(n[o].log); c.answerEpoch = n[o].epoch }
inline checkTold() {
  for (i : 0 .. CHANGES - 1) { forbid(acknowledged_change_is_lost, (told & (1 << i)) && !contains(db.log, i + 1)) }
}
inline pass() {
  for (i : 0 .. NODES - 1) {
    n[i].left = (n[i].left > 0 -> n[i].left - 1 : 0);
    n[i].renewal = (n[i].renewal > 0 && !is(5) -> n[i].renewal - 1 : n[i].renewal);
    n[i].isLost = n[i].isLost && n[i].renewal > 0;
    for (j : 0 .. NODES - 1) { signs[i].age[j] = older(signs[i].age[j]) }
  }
}

/* Leases. */
inline look(o) {                      /* who lives */
  for (i : 0 .. NODES - 1) { if :: i != o && signs[o].age[i] == 0 && db.live[i] -> signs[o].age[i] = 1 :: else fi }
}
inline Tick() { d_step { !calm -> pass(); skip } }
inline Start(o) { d_step { n[o].up == 0 -> n[o].up = 1; for (i : 0 .. NODES - 1) { signs[o].age[i] = 0 }; skip } }
inline Register(o) { d_step { n[o].up == 1 && !db.live[o] -> db.live[o] = true; n[o].up = 2; renewed(o); skip } }
inline Renew(o) {                     /* it is executed; the trust counts from its sending, which is not later */
  d_step {
    n[o].up == 2 && bound(n[o].renewal == 0 && n[o].left < LEASE) ->
    if
    :: db.live[o] -> n[o].isLost = n[o].has == OWNING && (db.owner != o || mayHaveLost && !is(9))
    :: else -> db.live[o] = true; db.owner = (db.owner == o -> NONE : db.owner); lose(o)
    fi;
    renewed(o); look(o); skip
  }
}
inline Renewed(o) {                   /* the answer arrives */
  d_step {
    n[o].renewal > 0 -> n[o].left = n[o].renewal; n[o].renewal = 0;
    if :: n[o].isLost && n[o].has != LEAVING -> drop(o) :: else -> n[o].isLost = false fi; skip
  }
}
inline Watch(o) { d_step { n[o].up == 1 && signs[o].age[o] == 0 -> signs[o].age[o] = 1 } }
inline DeclareDead(b, o) { d_step { sees(b, o) && signs[b].age[o] > LEASE && db.live[o] -> db.live[o] = false } }
inline Kill(o) {
  d_step {
    n[o].up > 0 && bound(!calm && !isKilled && sync) ->
    isKilled = true; drop(o); n[o].up = 0; n[o].left = 0; n[o].renewal = 0
  }
}

/* The space: taking it, handing it over, losing it. */
inline takeRow(o) {
  if :: mayHaveLost && !is(8) -> epochs++; db.epoch = epochs :: else fi;
  db.term = (mayHaveLost && !is(10) -> terms : db.term) + 1;
  terms = (db.term > terms -> db.term : terms);
  db.groups++; db.owner = o; db.line = line; committer = 0
}
inline Take(o) {
  d_step {
    n[o].up == 2 && n[o].has == NOT && mayTake(o) && bound(n[o].left > 0 && (calm || terms < 3 - CALM)) ->
    takeRow(o);
    n[o].has = TAKING; n[o].term = db.term; n[o].groups = db.groups; n[o].epoch = db.epoch;
    if :: is(2) -> n[o].log = standby.log :: else fi; skip
  }
}
inline Load(o) {                      /* the rows are read after the take */
  d_step {
    n[o].has == TAKING && (!sync || standby.groups >= n[o].groups) ->
    n[o].has = OWNING; if :: !is(2) -> n[o].log = db.log :: else fi; checkTold(); skip
  }
}
inline Drop(o) { d_step { n[o].has == TAKING && !calm -> drop(o); skip } }
inline HandOver(o) { d_step { n[o].has == OWNING && n[o].change == 0 && !calm -> n[o].has = LEAVING; cut(o) } }
inline Release(o) {
  d_step {
    (n[o].has == LEAVING || n[o].has == OWNING && is(11)) ->
    if :: db.owner == o && db.term == n[o].term -> db.owner = NONE :: else fi;
    if :: n[o].has == LEAVING -> drop(o) :: else fi; skip
  }
}

/* Commits. */
inline Begin(o) {                     /* a command that changes something */
  d_step {
    c.via == o && c.wants == CHANGE && c.answer == 0 && mayExecute(o) ->
    if
    :: contains(n[o].log, due) && !is(13) -> reply(o);
       if :: sync || contains(db.log, due) -> acknowledge(due) :: else fi      /* or it was lost with a standby */
    :: else -> n[o].change = due; if :: is(6) -> reply(o); acknowledge(due) :: else fi
    fi; skip
  }
}
#define mayCount(t, g) (db.term == t && db.groups == g && (!mayHaveLost || is(9)) || is(1))
inline addGroup(by, what) {
  db.groups++;
  forbid(change_is_made_twice, what > 0 && contains(db.log, what));
  db.log = plus(db.log, what);
  forbid(two_owners_commit_in_one_term, committer > 0 && committer != by + 1);
  committer = by + 1
}
inline Count(o) {                     /* the database executes a copy of the group */
  d_step {
    n[o].change > 0 && !n[o].isCounted && mayCount(n[o].term, n[o].groups) ->
    n[o].isCounted = true; addGroup(o, n[o].change)
  }
}
inline Committed(o) {                 /* the answer arrives, or what is stored was read and confirmed */
  d_step {
    n[o].change > 0 && (n[o].isCounted || isStored(o)) && isDurable(o) ->
    n[o].log = plus(n[o].log, n[o].change);
    n[o].groups = (isStored(o) -> db.groups : n[o].groups + 1);
    forbid(acknowledged_change_is_lost, isStored(o) && !contains(db.log, n[o].change));
    send(o); acknowledge(n[o].change);
    if :: c.via == o && c.wants == CHANGE && due == n[o].change -> reply(o) :: else fi;
    n[o].change = 0; n[o].isCounted = false
  }
}
inline seize() { terms++; db.term = terms; db.owner = NONE; committer = 0 }
inline Fenced(o) {                    /* what is stored says that the space has another owner, or lost groups */
  d_step {
    n[o].change > 0 && !n[o].isCounted && !isStored(o) &&
    (db.term != n[o].term || db.groups < n[o].groups || mayHaveLost && !is(9)) ->
    if :: (db.term < n[o].term || db.groups < n[o].groups) && !db.restored -> db.restored = true; seize() :: else fi;
    drop(o)
  }
}
inline AcceptLoss() { d_step { bound(db.restored) -> db.restored = false; epochs++; db.epoch = epochs; seize() } }

/* Clients. */
inline Want(what) {
  d_step { c.wants == NOT && !isServed && (what == READ || !calm && due <= CHANGES) -> c.wants = what }
}
inline Open(o) {                      /* a channel, whose number may have had another user */
  d_step { c.wants != NOT && c.via == NONE && n[o].has == OWNING -> c.via = o; c.answer = (is(12) -> c.answer : 0) }
}
inline Close() {                      /* either end may do that; who has lost its connection asks again for its change */
  d_step {
    c.via != NONE && !calm ->
    c.via = NONE; c.wants = (c.wants == CHANGE -> CHANGE : NOT); c.answer = (is(12) -> c.answer : 0)
  }
}
inline Read(o) {
  d_step { c.via == o && c.wants == READ && c.answer == 0 && mayExecute(o) -> send(o); reply(o) }
}
inline Deliver() {
  d_step {
    c.answer > 0 && c.wants != NOT ->
    forbid(read_is_older_than_told, c.answerEpoch == c.epoch && c.answer - 1 < c.revision);
    if
    :: c.answerEpoch >= c.epoch -> c.epoch = c.answerEpoch; c.revision = c.answer - 1
    :: else -> assert(!sync)
    fi;
    if
    :: c.wants == CHANGE -> forbid(acknowledged_change_is_lost, sync && !(told & (1 << (due - 1)))); c.made++
    :: else
    fi;
    c.wants = NOT; c.answer = 0; c.via = NONE; isServed = calm
  }
}

inline Ship() {                       /* an asynchronous standby gets everything up to some time, and then nothing */
  d_step {
    (sync || !isCutOff) && (standby.groups != db.groups || standby.term != db.term || standby.owner != db.owner) ->
    isCutOff = !sync; copy(standby, db); skip
  }
}
inline Promote() {
  d_step {
    !calm && line < 1 ->
    line++; committer = 0; isCutOff = !sync; copy(db, standby);
    if :: sync -> checkTold() :: else fi;
    for (i : 0 .. CHANGES - 1) { told = (contains(db.log, i + 1) -> told : told & ~(1 << i)) };
    c.revision = (sync -> c.revision : least(c.revision, length(db.log)));
    c.answer = (sync -> c.answer : least(c.answer, 1 + length(db.log)));
    for (j : 0 .. NODES - 1) {        /* all connections are lost; who has no answer begins to count anew */
      n[j].isCounted = false; n[j].renewal = 0; n[j].isLost = false;
      if :: n[j].has == TAKING -> drop(j) :: else fi;
      for (i : 0 .. NODES - 1) { signs[j].age[i] = (is(14) && i != j -> LEASE + 1 : 0) }
    }; skip
  }
}
inline Calm() { d_step { CALM && !calm -> calm = true } }
inline Wait() { d_step { calm -> forbid(client_is_not_served, waited >= PATIENCE); waited++; pass(); skip } }

#ifdef REPLAY
#include "replay.pml"
#else
#define both(Step) :: Step(0) :: Step(1)
#define each(Step) :: Step(0, 0) :: Step(0, 1) :: Step(1, 0) :: Step(1, 1)

init {
  d_step { for (j : 0 .. NODES - 1) { n[j].up = 2; db.live[j] = true; renewed(j) }; copy(standby, db); sync = SYNC };
  do
  both(Start) both(Register) both(Renew) both(Renewed) both(Watch) each(DeclareDead) both(Kill)
  both(Take) both(Load) both(Drop) both(HandOver) both(Release)
  both(Count) both(Committed) both(Fenced) :: AcceptLoss()
  :: Want(READ) :: Want(CHANGE) both(Open) :: Close() both(Begin) both(Read) :: Deliver()
  :: Ship() :: Promote() :: Tick() :: Calm()
  :: else -> if :: isServed -> break :: else -> Wait() fi
  od
}
#endif
