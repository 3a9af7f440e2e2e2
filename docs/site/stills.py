"""How the still pictures of chapters look on the site: the letters and the lines of `style.css`, on paper.

Every kernel of the build begins with it; a chapter says nothing of it. Each figure is drawn a second time with Chinese words, for `zh/`.
"""
import re
from pathlib import Path

from zh_pictures import KEPT, PATTERNS, WORDS

CODE = Path(__file__).resolve().parent
LETTERS = CODE / '_static' / 'fonts' / 'sans.woff'
MADE = CODE.parent / '_work' / 'letters'  # one file a weight: matplotlib knows no font of many weights
CHINESE = 'application/vnd.c45lit.zh+json'  # beside the picture, in the outputs of a notebook
INK, SOFT, AXIS, LINE = '#1A1A1E', '#5A5960', '#A9A59B', '#E2DED3'
LOOK = {  # a label is 15 px, a tick 13, at 100 dots an inch; 1 px for axes, 2 px for data
    'font.size': 10.8, 'axes.titlesize': 10.8, 'axes.labelsize': 10.8, 'xtick.labelsize': 9.4, 'ytick.labelsize': 9.4, 'legend.fontsize': 9.4,
    'axes.titlelocation': 'left', 'axes.titleweight': 'bold', 'figure.facecolor': 'none', 'axes.facecolor': 'none', 'savefig.facecolor': 'none',
    'text.color': INK, 'axes.labelcolor': INK, 'axes.titlecolor': INK, 'xtick.color': AXIS, 'ytick.color': AXIS, 'xtick.labelcolor': SOFT, 'ytick.labelcolor': SOFT,
    'axes.edgecolor': AXIS, 'axes.linewidth': .72, 'axes.spines.top': False, 'axes.spines.right': False, 'grid.color': LINE, 'grid.linewidth': .72,
    'lines.linewidth': 1.44, 'legend.frameon': False}
PHRASE = re.compile('|'.join(rf'(?<![A-Za-z_]){re.escape(words)}(?![A-Za-z_])' for words in sorted(WORDS, key=len, reverse=True)))


def letters() -> list:
    "The files of the letters, made once."
    from fontTools.ttLib import TTFont
    from fontTools.varLib.instancer import instantiateVariableFont
    MADE.mkdir(parents=True, exist_ok=True)
    found = [MADE / f'{weight}.ttf' for weight in (400, 700)]
    for path in found:
        if path.exists(): continue
        font = instantiateVariableFont(TTFont(LETTERS), {'wght': int(path.stem)})
        font.flavor, font['OS/2'].usWeightClass = None, int(path.stem)
        for name in font['name'].names:
            if name.nameID in (1, 16):
                name.string = 'Inter'
        font.save(path)
    return found


def use():
    "Let matplotlib draw so from now on, in this process, and pandas count a Chinese character as two."
    import matplotlib
    import pandas
    from matplotlib import font_manager
    for path in letters():
        font_manager.fontManager.addfont(path)
    pandas.set_option('display.unicode.east_asian_width', True)
    matplotlib.rcParams.update(LOOK | {'font.family': ['Inter', *matplotlib.rcParams['font.family']]})
    from IPython import get_ipython
    if get_ipython():
        get_ipython().display_formatter.mimebundle_formatter.for_type_by_name('matplotlib.figure', 'Figure', in_chinese)


def in_chinese(figure) -> tuple:
    "A figure with its words in Chinese, beside the usual one; and the words that stayed English."
    from unittest.mock import patch

    from IPython.core.pylabtools import print_figure
    from matplotlib.font_manager import FontProperties
    from matplotlib.text import Text

    from c45lit.show.plots import _chinese_font
    fonts, family, text, left = _chinese_font(), FontProperties.get_family, Text.get_text, set()

    def said(label):
        words = chinese(text(label))
        left.update(re.findall('[A-Za-z]{3,}', re.sub(r'\$.*?\$', '', words)))
        return words
    if not fonts: return {}, {}
    with patch.object(FontProperties, 'get_family', lambda prop: [*family(prop), *fonts]), patch.object(Text, 'get_text', said):
        return {CHINESE: dict(png=print_figure(figure, 'png', base64=True), left=sorted(left - KEPT))}, {}


def chinese(words: str) -> str:
    "The words of a label in Chinese, the longest of `zh_pictures` first; formulas, numbers and names of code stay."
    if words.startswith('$'): return words
    for pattern, to in PATTERNS.items(): words = re.sub(pattern, to, words)
    return PHRASE.sub(lambda found: WORDS[found[0]], words)


def at_the_start_of_kernels(folder: Path) -> Path:
    "Fill a folder of settings of IPython, in which every kernel begins with `use`."
    letters()
    settings = folder / 'profile_default' / 'ipython_kernel_config.py'
    settings.parent.mkdir(parents=True, exist_ok=True)
    first = f'import sys; sys.path.insert(0, {str(CODE)!r}); import stills; stills.use(); del sys.path[0], sys, stills'
    settings.write_text(f"c.IPKernelApp.exec_lines = [{first!r}]\nc.Application.log_level = 50\n"
                        "c.HistoryManager.hist_file = ':memory:'\n", encoding='utf-8')
    return folder
