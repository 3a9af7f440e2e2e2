"Ten messy tables of public kind end in a tree; each repair is said, and what can be undone has a button."
import pytest
from support.messy import TEN
from support.scripts import in_node

VIEW = """([bytes, changes]) => {
  const desk = makeDesk(), want = {header: null, hows: {}, kinds: {}, target: null, settings: {min_cases: 2, cf: .25, raising: true, penalty: true, pruned: true}, asked: [], place: [], ...changes};
  desk.bring({bytes: Uint8Array.from(bytes)});
  const v = desk.view(want), said = v.readings?.map(r => W.own[r.key](r)) ?? [];
  return {error: v.error ?? '', said, changes: v.readings?.map(r => r.change ?? null), asks: v.attributes?.map(a => a.name), nodes: v.tree?.length, cases: v.cases};
}"""
UNDOES = 'whole', 'last', 'hows', 'kinds', 'header'


def viewed(text, **changes): return in_node(VIEW, [list(text), changes], 'desk', 'words')


@pytest.mark.parametrize('name', TEN)
def test_a_messy_table_ends_in_a_tree_and_each_repair_is_said(name):
    text, repairs, asks = TEN[name]
    seen = viewed(text)
    assert seen['error'] == '' and seen['nodes'] > 1
    for words in repairs: assert any(words in said[0] for said in seen['said']), seen['said']
    assert seen['asks'] == (asks.split('|') if '|' in asks else asks.split())
    assert seen['cases'] == 60 - ('were cut' in name)


def test_each_repair_is_undone_by_what_its_button_asks():
    for name, (text, _, _) in TEN.items():
        seen = viewed(text)
        for said, change in zip(seen['said'], seen['changes']):
            if not change or 'encoding' in change: continue  # blanks are trimmed in any case; letters are brought anew
            assert set(change) <= set(UNDOES) and said[1]
            try: again = viewed(text, **change)
            except AssertionError as refused:  # a line of another length cannot be read whole
                assert 'whole' in change and 'names' in str(refused)
                continue
            assert said not in again['said'], (name, said)
