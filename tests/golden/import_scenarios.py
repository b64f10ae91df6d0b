"""Ten conversations, which every tool of imports.py is made to record.

A scenario is a name, turns and what else a tool can keep of it. A turn is what was asked, the calls
of tools with their results, and the answer; an error stands in place of the last answer.
"""
from dataclasses import dataclass, field

LONG = " ".join(f"Sentence {i} of a long answer, which no format may cut." for i in range(80))
UNICODE = ("Grüße aus Köln 🎈 — «добрый день», 你好,\u2028שלום, e\u0301 is é; "
           "quotes \" ' and back\\slash, tab\tand\nline.")


@dataclass
class Turn:
    prompt: str
    answer: str | None
    calls: list = field(default_factory=list)  # (name, arguments, result)


@dataclass
class Scenario:
    name: str
    turns: list
    error: str | None = None
    metadata: dict = field(default_factory=dict)
    severity: str | None = None
    expected_outcome: str | None = None

    @property
    def last(self):
        return self.turns[-1]


SCENARIOS = [
    Scenario("plain", [Turn("What is 12 x 9?", "12 x 9 is 108.")], metadata={"lang": "en"}),
    Scenario("tool", [Turn("How warm is it in Ulm?", "It is 21 degrees in Ulm.",
                           [("get_weather", {"city": "Ulm"}, {"celsius": 21})])],
             metadata={"lang": "en", "beta": True}),
    Scenario("two_tools", [Turn("Plan a weekend.", "Saturday: Alfama. Sunday: Belém.",
                                [("search", {"q": "Lisbon sights", "n": 3}, ["Alfama", "Belém"]),
                                 ("get_weather", {"city": "Lisbon"}, "sunny")])],
             metadata={"region": "south", "tier": 2}),
    Scenario("multi_turn", [Turn("I want to learn the cello.", "Start with open strings."),
                            Turn("How long a day?", "Twenty minutes.",
                                 [("calendar", {"day": "today"}, {"free": 20})]),
                            Turn("And on Sundays?", "Rest on Sundays.")],
             expected_outcome="A plan for a beginner on the cello"),
    Scenario("unicode", [Turn("Sag hallo auf viele Arten 🌍", UNICODE)], metadata={"lang": "mehrere ✓"}),
    Scenario("empty", [Turn("Say nothing.", "")], severity="low"),
    Scenario("error", [Turn("Answer in time.", None)], error="the model timed out after 30 s"),
    Scenario("long", [Turn("Tell me everything. " * 40, LONG)], severity="high"),
    Scenario("json_answer", [Turn('Give {"a": [1, 2]} back.', '{"a": [1, 2], "note": "a, \\"b\\""}')]),
    Scenario("error_after_turns", [Turn("First question?", "First answer."),
                                   Turn("Second question?", None)], error="503: try again later"),
]
