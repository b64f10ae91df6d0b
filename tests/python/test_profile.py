"""Profiles: added, merged, saved and read back."""

import pickle

import plumb_drift
import pytest
from plumb_drift import Profile
from plumb_drift.errors import InvalidInput, NotFound, PlumbError


def test_parts_merged_in_any_order_are_the_whole(baseline_records):
    whole = Profile(baseline_records)
    parts = [Profile(baseline_records[i::3]) for i in range(3)]
    merged = parts[2].merge(parts[0]).merge(parts[1])
    assert merged == whole
    assert merged.to_bytes() == whole.to_bytes()
    assert len(merged) == len(baseline_records)


def test_added_piece_by_piece_it_is_the_whole(baseline_records):
    profile = Profile(embeddings=False)
    for row in baseline_records:
        profile.add([row])
    assert profile == Profile(baseline_records, embeddings=False)


def test_results_without_ids_get_one_each():
    rows = [{"response": f"answer {i}"} for i in range(4)]
    once = Profile(rows, embeddings=False)
    twice = Profile(rows[:2], embeddings=False).add(rows[2:])
    assert once == twice
    with pytest.raises(PlumbError):
        Profile(rows, embeddings=False).merge(Profile(rows, embeddings=False))
    other = Profile(embeddings=False).add(rows, source="second")
    assert len(Profile(rows, embeddings=False).merge(other)) == 8


def test_a_saved_profile_is_the_programs(plumb, tmp_path, examples):
    run = examples / "init" / "baseline.jsonl"
    plumb("profile", run, "-o", tmp_path / "program.plumb")
    Profile(run).save(tmp_path / "python.plumb")
    assert (tmp_path / "python.plumb").read_bytes() == (tmp_path / "program.plumb").read_bytes()
    loaded = Profile.load(tmp_path / "program.plumb")
    assert loaded == Profile(run)
    assert loaded.to_dict()["results"] == len(loaded)
    got = plumb_drift.compare(examples / "init" / "good.jsonl", tmp_path / "python.plumb")
    wanted = plumb(
        "compare", examples / "init" / "good.jsonl", "--baseline", tmp_path / "python.plumb"
    )
    assert got.to_dict() == wanted


def test_a_profile_travels(baseline_records):
    profile = Profile(baseline_records, embeddings=False)
    assert pickle.loads(pickle.dumps(profile)) == profile
    assert Profile.from_bytes(profile.to_bytes()) == profile


def test_a_profile_is_shown_without_its_texts():
    profile = Profile([{"id": "1", "response": "a <secret>"}], name="<run>", embeddings=False)
    shown = profile._repr_html_()
    assert "1 results" in shown and "secret" not in shown and "<run>" not in shown


def test_a_bad_result_adds_nothing(baseline_records):
    profile = Profile(baseline_records, embeddings=False)
    before = profile.to_bytes()
    with pytest.raises(InvalidInput):
        profile.add([{"response": "fine", "id": "n1"}, {"response": 3, "id": "n2"}])
    assert profile.to_bytes() == before
    profile.add([{"response": "fine", "id": "n1"}])
    assert len(profile) == len(baseline_records) + 1


def test_profiles_that_do_not_merge_say_why(baseline_records):
    def made(**options):
        return Profile(baseline_records[:3], **{"embeddings": False, **options})

    vectors = [[1.0, 0.0]] * 3
    for other, sentence in (
        (made(seed=7), "profile both with one seed"),
        (made(sample_rows=7), "profile both with samples of one size"),
        (made(keep_text=False), "profile both with it, or without"),
        (made(embeddings=vectors), "profile both with them, or without"),
    ):
        with pytest.raises(InvalidInput, match=sentence):
            made().merge(other)
    with pytest.raises(InvalidInput, match="or compare without embeddings"):
        plumb_drift.compare(Profile(baseline_records[:3]), made(embeddings=vectors))


def test_what_is_no_profile_is_told(tmp_path):
    with pytest.raises(InvalidInput, match="data is of the type NoneType; bytes are expected"):
        Profile.from_bytes(None)
    some = Profile([{"id": "a", "response": "b"}], embeddings=False)
    assert Profile.from_bytes(bytearray(some.to_bytes())) == some
    with pytest.raises(NotFound):
        Profile.load(tmp_path / "nowhere.plumb")
    bad = tmp_path / "bad.plumb"
    bad.write_bytes(b"not a profile")
    with pytest.raises(PlumbError, match="no profile"):
        Profile.load(bad)
    with pytest.raises(PlumbError):
        Profile.from_bytes(Profile(embeddings=False).to_bytes()[:-3])
    with pytest.raises(InvalidInput, match="cannot be merged with itself"):
        one = Profile([{"response": "a"}], embeddings=False)
        one.merge(one)
    with pytest.raises(InvalidInput, match="a Profile is expected"):
        Profile().merge("x")
    with pytest.raises(PlumbError):
        Profile(seed=1).merge(Profile(seed=2))
