"""The bench's document as a table, with ratios to Plumb and shares of the FMA peak."""

from tables import table

PEERS_BY_GRAPH = ("onnxruntime", "openvino")
SETS_WITH_VNNI = ("avx512-vnni", "avx512-pairs", "avx512-amx")


TRUSTED_SPREAD = 0.15  # (max - min) / median over the rounds of one row


def complete(document):
    """Adds what follows from the measurements, in place: share_of_peak and Plumb's speed over
    the engine's to each row, the targets, and warnings."""
    peak = document["peak"]["gflops"]
    for scenario in document["throughput"].values():
        plumb = {row["threads"]: row["texts_per_second"]["median"]
                 for row in scenario["rows"] if row["engine"] == "plumb"}
        for row in scenario["rows"]:
            row["share_of_peak"] = row["gflops"] / peak[str(row["threads"])]
            ours = plumb.get(row["threads"])
            row["plumb_is_times_as_fast"] = ours and ours / row["texts_per_second"]["median"]
    document["targets"] = targets(document)
    document["warnings"] = list(warnings(document))


def warnings(document):
    if document["busy_before"] > 0.1:
        yield (f"others used {document['busy_before']:.0%} of the CPUs before the bench began: "
               "neither figures nor ratios deserve trust")
    for name, scenario in document["throughput"].items():
        for row in scenario["rows"]:
            rate = row["texts_per_second"]
            wide = (rate["max"] - rate["min"]) / rate["median"]
            if wide > TRUSTED_SPREAD:
                yield (f"{name}, {row['engine']}, {row['threads']} threads: "
                       f"the rounds spread by {wide:.0%}")


def targets(document):
    """What Plumb promises, each with what was measured here. `wanted` reads as >= or <=."""
    found = []

    def add(name, value, sign, wanted):
        met = value >= wanted if sign == ">=" else value <= wanted
        found.append({"name": name, "value": value, "wanted": f"{sign} {wanted:g}", "met": met})

    wide = document["peak"]["instruction_set"] == "avx512"
    for name, scenario in document["throughput"].items():
        rate = {(r["engine"], r["threads"]): r for r in scenario["rows"]}
        for threads in sorted({t for _, t in rate}):
            plumb = rate.get(("plumb", threads))
            if not plumb:
                continue
            ours = plumb["texts_per_second"]["median"]
            slow = rate.get(("sentence-transformers", threads))
            if slow:
                add(f"{name}, {threads} threads: times sentence-transformers",
                    ours / slow["texts_per_second"]["median"], ">=", 2)
            fast = [rate[e, threads]["texts_per_second"]["median"]
                    for e in PEERS_BY_GRAPH if (e, threads) in rate]
            if fast:
                add(f"{name}, {threads} threads: times the fastest of onnxruntime and OpenVINO",
                    ours / max(fast), ">=", 1.35 if wide else 1.15)
        if ("plumb", 1) in rate and ("plumb", 2) in rate:
            one, two = (rate["plumb", n]["texts_per_second"]["median"] for n in (1, 2))
            add(f"{name}: 2 threads over 1", two / one, ">=", 1.85)
        if name != "mixed" and ("plumb", 1) in rate:
            add(f"{name}, 1 thread: share of the FMA peak",
                rate["plumb", 1]["share_of_peak"], ">=", 0.8)
        int8 = rate.get(("plumb-int8", 1))
        if int8 and document["engines"]["plumb-int8"]["instruction_set"] in SETS_WITH_VNNI:
            add(f"{name}, 1 thread: int8 times f32", 1 / int8["plumb_is_times_as_fast"], ">=", 2)
    latency = {}
    for row in document["latency"]:
        value = row["milliseconds"]["median"]
        latency[row["engine"]] = min(value, latency.get(row["engine"], value))
    peers = [value for engine, value in latency.items() if not engine.startswith("plumb")]
    if "plumb" in latency and peers:
        add("one 10-token text: share of the fastest peer's time",
            latency["plumb"] / min(peers), "<=", 0.6)
    cold = document["cold_start_milliseconds"].get("plumb")
    if cold:
        add("cold start of plumb embed, ms", cold["median"], "<=", 150)
    for name, values in (document["exactness"] or {}).items():
        if name == "int8_intent_drift":
            add("int8 against f32: mean IDS difference", values["mean"], "<=", 0.005)
            add("int8 against f32: largest IDS difference", values["max"], "<=", 0.02)
        else:
            add(f"{name}: lowest cosine to sentence-transformers",
                values["lowest_cosine"], ">=", 0.999999)
            add(f"{name}: largest difference of a cosine",
                values["largest_cosine_difference"], "<=", 1e-5)
    return found


def throughput_table(scenario):
    rows = [["engine", "threads", "texts/s", "min..max", "share of peak", "Plumb is", "setting"]]
    for row in scenario["rows"]:
        rate, ratio = row["texts_per_second"], row["plumb_is_times_as_fast"]
        rows.append([row["engine"], str(row["threads"]), f"{rate['median']:.1f}",
                     f"{rate['min']:.1f}..{rate['max']:.1f}", f"{row['share_of_peak']:.0%}",
                     f"{ratio:.2f}x" if ratio else "-", row["setting"] or "-"])
    return table(rows)


def latency_table(rows):
    lines = [["engine", "threads", "median ms", "min..max"]]
    for row in rows:
        value = row["milliseconds"]
        lines.append([row["engine"], str(row["threads"]), f"{value['median']:.2f}",
                      f"{value['min']:.2f}..{value['max']:.2f}"])
    return table(lines)


def number(value):
    """Short, but never rounded up to a promise that was missed: 0.9999993 stays so."""
    if 0.999 < value < 1:
        return f"{value:.9f}"
    return f"{value:.3g}" if value < 100 else f"{value:.0f}"


def as_text(document):
    peak = document["peak"]
    gflops = ", ".join(f"{g:.0f} GFLOP/s on {n}" for n, g in peak["gflops"].items())
    out = [f"{document['cpu']}, {document['cpus']} CPUs, {peak['instruction_set']}; "
           f"FMA peak {gflops} threads; {document['rounds']} rounds"]
    out += [f"  {e}: {g['version']}" for e, g in document["engines"].items()]
    out += [f"  left out: {e}: {why}" for e, why in document["unavailable"].items()]
    for name, scenario in document["throughput"].items():
        out += ["", f"{name}: {scenario['texts']} texts, "
                    f"{scenario['tokens'] / scenario['texts']:.0f} tokens on average",
                throughput_table(scenario)]
    out += ["", "one text of 10 tokens, warm", latency_table(document["latency"])]
    cold = document["cold_start_milliseconds"]
    out += ["", "a whole process for one line"]
    out += [f"  {engine}: {value['median']:.0f} ms ({value['min']:.0f}..{value['max']:.0f})"
            for engine, value in cold.items()]
    if document["targets"]:
        rows = [["target", "measured", "wanted", ""]]
        rows += [[t["name"], number(t["value"]), t["wanted"], "met" if t["met"] else "MISSED"]
                 for t in document["targets"]]
        out += ["", table(rows)]
    out += ["", *(f"warning: {warning}" for warning in document["warnings"])]
    return "\n".join(out).rstrip()
