"""Configuration of the site; build.py runs it. Name, version and the like come from settings.ini."""
import sys
from configparser import ConfigParser
from pathlib import Path

CODE = Path(__file__).resolve().parent
ROOT = CODE.parents[1]
sys.path[:0] = [str(CODE), str(CODE / '_ext'), str(ROOT)]

import vendor  # noqa: E402  (it lies beside this file)

ini = ConfigParser(delimiters=['='], interpolation=None)
ini.read(ROOT / 'settings.ini', encoding='utf-8')
ini = ini['DEFAULT']

# -- the project
project, author, release = ini['title'], ini['author'], ini['version']
version, copyright = release, ini['copyright']
zh = tags.has('zh')  # noqa: F821  (Sphinx gives it: the Chinese edition is built with -t zh)
language = 'zh_CN' if zh else 'en'
html_search_language = 'en'  # which knows both (site_search.py)

# -- what is read, and how
extensions = ['myst_nb', 'nbdev_pages', 'glossary_links', 'site_search', 'front_door', 'two_languages', 'sphinx.ext.autodoc', 'sphinx.ext.napoleon',
              'formulas', 'sphinx_copybutton']
exclude_patterns = ['**/.ipynb_checkpoints']
suppress_warnings = ['toc.not_included']  # 404 is in no list; a test counts the others
myst_enable_extensions = ['dollarmath', 'amsmath', 'colon_fence', 'deflist', 'attrs_block']
myst_heading_anchors = 3
myst_dmath_double_inline = True  # else a $$...$$ inside a paragraph shows its dollars
nbdev_package = ini['lib_path']
nbdev_contents = [
    ('', ['start', 'story', 'scenes']),
    ('The laboratory', ['lab/*']),
    ('Tutorials', ['tutorials/*']),
    ('The book', ['[0-9][0-9]_*/index']),  # the first page of each part, which folds its chapters
    ('Reference', ['reference', 'glossary', 'review', 'questions', 'cli', 'service', 'coming_from', 'formats', 'exports', 'accuracy', 'compared', 'sources', 'stability', 'contributing', 'changelog']),
]
front_door_bar = [('story', 'Story'), ('tutorials/13_own_table', 'Your table'), ('start', 'Start'), ('reference', 'Reference')]
if zh:
    nbdev_contents = [('', ['start', 'story', 'scenes']), ('实验室', ['lab/*']), ('教程', ['tutorials/*']), ('全书', ['[0-9][0-9]_*/index', '11_originals/01_*', '11_originals/24_*']),
                      ('查阅', ['review', 'glossary', 'questions', 'howto', 'classifier', 'errors', 'compared', 'coming_from', 'service'])]
    front_door_bar = [('story', '故事'), ('tutorials/13_own_table', '你的数据'), ('start', '开始'), ('reference', 'API')]
front_door_words = {  # of the line under the title of a chapter; its readers, by part
    'students': '面向学生', 'engineers': '面向工程师', 'maintainers': '面向维护者', 'book': '全书', 'tutorials': '教程', 'of': '第 {} 章，共 {} 章',
    'minutes': '{} 分钟', 'with code': '，连代码 {} 分钟', 'words': '文字', 'code': '文字与代码', 'show': '显示'} if zh else {
    'students': 'for students', 'engineers': 'for engineers', 'maintainers': 'for maintainers', 'book': 'The book', 'tutorials': 'Tutorials', 'of': '{} of {}',
    'minutes': '{} min', 'with code': ', {} with code', 'words': 'Words', 'code': 'Words + code', 'show': 'Show'}
front_door_readers = {'tutorials': 'students', '01': 'students', '02': 'students', '03': 'maintainers', '04': 'maintainers', '11': 'maintainers', '13': 'maintainers'}
site_address = f"{ini['doc_host']}{ini['doc_baseurl']}"
myst_url_schemes = ('http', 'https', 'mailto', 'ftp', 'english')  # the last leads to the English edition
front_door_pictures = f"{ini['doc_host']}{ini['doc_baseurl']}/_static"  # shown where a page's address is shared
everyday_words = ['case', 'class', 'target', 'weight', 'test', 'split', 'outcome', 'branch', 'purity', 'node', 'root',
                  'rule', 'window', 'trial', 'threshold']

# -- the chapters: execute.py has run them
nb_custom_formats = {'.ipynb': ['nbdev_pages.read', {'package': nbdev_package, 'imports': '导入' if zh else 'The imports', 'checked': '已验证' if zh else 'checked', 'english': not zh}]}
nb_execution_mode = 'off'
nb_merge_streams = True
nb_code_prompt_show = '显示代码' if zh else 'Show the source'
nb_code_prompt_hide = '隐藏代码' if zh else 'Hide the source'

# -- API entries
default_role = 'code'  # `name` in a docstring is code, as in a chapter
autodoc_typehints = 'signature'
autodoc_member_order = 'bysource'
autodoc_preserve_defaults = True
napoleon_google_docstring = False
napoleon_use_rtype = False
python_use_unqualified_type_names = True
add_module_names = False
toc_object_entries_show_parents = 'hide'

# -- the pages
html_theme = 'furo'
html_title = project
html_context = {'base_path': f"{ini['doc_baseurl']}/"}
html_context['colophon'] = [(words, f"{ini['git_url']}/blob/main/{file}" if file else ini['git_url']) for words, file in (
    (('源代码', ''), ('许可证 Apache-2.0', 'LICENSE'), ('引用', 'CITATION.cff')) if zh else (('Source', ''), ('Licence Apache 2.0', 'LICENSE'), ('Cite', 'CITATION.cff')))]
html_theme_options = {'announcement': 'the bar of _templates/page.html'}
templates_path = [str(CODE / '_templates')]
html_static_path = [str(CODE / '_static'), str(ROOT / 'c45lit' / 'static' / 'style.css')]
html_static_path += [str(vendor.VENDOR.parent)]  # letters of formulas, and the scripts of explorers
html_favicon = '_static/favicon.svg'
html_css_files = ['style.css', 'site.css']
html_sidebars = {'index': []}  # home has none
html_js_files = [('site.js', {'defer': 'defer'})]
html_show_sourcelink = False
html_copy_source = False
html_math_renderer = 'katex'
pygments_style = 'a11y-high-contrast-light'
pygments_dark_style = 'a11y-high-contrast-dark'
highlight_language = 'none'  # cells know theirs; a fence without one is plain text
copybutton_exclude = '.linenos, .gp, .go'
