"""What the first review found between a file and the printed digit, and in a new user's first ten minutes.

Each finding was reproduced, mended, and has tests that fail on what was there. This is where each of them stands: a
test that is renamed or deleted is missed here.
"""

import ast
import importlib
import inspect
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings

from tests.mutants import MUTANTS

TESTS = Path(__file__).parent

FROM_THE_FILE_TO_THE_DIGIT = {
    "a comma, a quote or a carriage return in one row moves all others": (
        "commands/test_hostile_files.py: test_one_line_moves_a_correlation_by_its_share",
        "commands/test_hostile_files.py: test_one_line_adds_no_edge",
        "table/test_csv.py: test_a_hostile_line_touches_its_own_record",
    ),
    "Spearman's sum overflows": ("pairs/test_rank.py: test_millions_of_records_do_not_overflow",),
    "a record of 1.7e308 stops noleaks": (
        "test_floating_sensitivity.py: test_scaling_keeps_differences_and_never_overflows",
        "commands/test_replay.py: test_each_leak_is_found_when_it_is_put_back",
    ),
    "raw doubles tell what they were made from": ("test_replayed_releases.py: test_digits_tell_nothing",),
    "refusals depend on data and quote a cell": (
        "table/test_csv.py: test_no_message_quotes_the_first_record_of_a_file_without_header",
        "commands/test_replay.py: test_nothing_goes_around_the_noise",
        "table/test_frames.py: test_one_cell_moves_no_other_whatever_it_makes_of_the_column",
    ),
    "the first example protects one half": ("test_review.py: test_no_example_of_the_page_protects_one_half",),
    "the repr tells how many values were clipped": (
        "pairs/test_direction.py: test_how_much_was_clipped_is_for_the_owner_alone",
    ),
    "one cell changes the time": (
        "table/test_frames.py: test_an_odd_cell_takes_its_own_share_of_the_work",
        "table/test_frames.py: test_a_complex_cell_among_numbers_changes_no_work",
        "test_floating_sensitivity.py: test_a_rank_correlation_takes_the_same_steps_for_all_columns",
    ),
    "noise from a generator that is not cryptographic": (
        "privacy/test_randomness.py: test_without_a_seed_every_word_is_the_operating_systems",
    ),
    "distances that cancel": (
        "test_floating_sensitivity.py: test_features_are_apart_to_the_last_digit",
        "test_floating_sensitivity.py: test_the_distance_to_another_order_is_1_sensitive",
    ),
    "prices rounded to the unsafe side": ("privacy/test_outward.py: test_no_price_is_on_the_wrong_side",),
    "an unwritable place is noticed after the budget is spent": (
        "commands/test_hostile_files.py: test_a_place_that_cannot_be_written_is_refused_before_anything_is_read",
        "commands/test_hostile_files.py: test_what_was_spent_is_told_when_writing_fails",
    ),
    "Ctrl-C prints thirty lines": (
        "test_main.py: test_an_interrupted_command_says_so_in_one_line",
        "commands/test_budget.py: test_control_c_is_one_line_and_costs_nothing_while_it_reads",
    ),
    "tests that fail by chance": ("test_review.py: test_examples_are_the_same_every_time",),
    "edits that break the promise and that no test catches": (
        "test_review.py: test_every_mutant_of_the_library_can_be_made",
    ),
    "an auditor that is blind to what is spread over columns": (
        "verify/test_audit.py: "
        "test_ten_gaussian_columns_at_one_and_a_half_times_the_promise_are_accused_and_honest_ones_are_not",
    ),
}

THE_FIRST_TEN_MINUTES = {
    "an install that crashes": ("test_wheel.py: test_every_command_works_outside_the_tree",),
    "fourteen seconds to a correlation": (
        "test_imports.py: test_a_command_leaves_closed_what_it_does_not_need",
    ),
    "no edges, and not that none could have been seen": (
        "commands/test_new_user.py: test_no_edges_says_which_would_have_been_seen",
        "commands/test_new_user.py: test_a_table_that_cannot_answer_is_told_so_before_anything_is_spent",
    ),
    "pairs that were never tested are edges": (
        "commands/test_new_user.py: test_what_was_never_tested_is_no_edge",
        "commands/test_new_user.py: test_many_columns_draw_no_crowd_of_arrows",
    ),
    "a direction of independent or clipped columns": (
        "commands/test_new_user.py: test_no_direction_where_there_is_none",
    ),
    "arrows that follow the units": ("commands/test_new_user.py: test_arrows_that_follow_the_units_say_so",),
    "arrows that are wrong, and nothing says so": (
        "report/test_contents.py: test_arrows_more_likely_wrong_than_right_are_told_in_the_first_lines",
    ),
    "no forecast": ("commands/test_plan.py: test_plan_says_what_would_be_seen_and_by_which_method",),
    "no memory of what was spent": (
        "commands/test_budget.py: test_three_commands_share_a_purse_until_it_is_empty",
    ),
    "no noise scale": ("commands/test_new_user.py: test_a_correlation_comes_with_its_noise_and_an_interval",),
    "no JSON and no report": (
        "commands/test_answers.py: test_json_says_what_the_sentences_say",
        "commands/test_new_user.py: test_from_a_messy_table_to_a_report_by_the_steps_of_the_page",
    ),
    "no API of one line": ("test_api.py: test_all_doors_lead_to_the_same_answer",),
    "no dialects": ("table/test_csv.py: test_decimal_commas_and_other_encodings",),
    "no guards": ("commands/test_new_user.py: test_a_weak_promise_is_not_made_unawares",),
}

ROWS = FROM_THE_FILE_TO_THE_DIGIT | THE_FIRST_TEN_MINUTES


@cache
def names_in(file):
    """The tests of a file."""
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("found", ROWS)
def test_what_was_found_has_its_tests(found):
    for place in ROWS[found]:
        file, name = place.split(": ")
        assert name in names_in(file), f"{found}: {file} has no test {name}"


def test_no_example_of_the_page_protects_one_half():
    page = (TESTS.parent / "book" / "your-own-table.md").read_text(encoding="utf-8")
    assert "privcausal direction" in page
    assert "--protect" not in page


def test_examples_are_the_same_every_time():
    """`make test` runs what is derandomised and remembers nothing; `make fuzz` is there for fresh seeds."""
    usual = settings.get_profile("same")
    assert (usual.derandomize, usual.database) == (True, None)


@pytest.mark.parametrize(("module", "before"), [mutant[:2] for mutant in MUTANTS], ids=str)
def test_every_mutant_of_the_library_can_be_made(module, before):
    """`make mutants` makes them, and takes long: two could not be made any more, and no one had noticed."""
    assert inspect.getsource(importlib.import_module(module)).count(before) == 1
