"""Words that the Chinese edition does not use, and what to write instead; `wrong_words` finds them.

The terms are those of 周志华《机器学习》, as in docs/glossary.md. A line that names another book's word on
purpose says so with `<!-- word: 节点 -->` at its end, a table of such words stands between `<!-- words of others -->` and `<!-- end -->`.
"""
import re

KEPT = re.compile(r'<!-- word: (.+?) -->')
CODE = re.compile(r'<!-- words of others -->.*?<!-- end -->|```.*?```|`[^`\n]*`|\$\$.*?\$\$|\$[^$\n]*\$|\]\([^)\n]*\)|<!-- (?!word:).*?-->|<[^>\n!]+>', re.S)

WORDS = {  # pattern -> what to write instead
    r'节点': '结点',
    r'分裂(?!信息)': '划分',
    r'(?<!分)割点|切分点|分割点': '划分点',
    r'(?<!结)叶子(?!结)': '叶结点',
    r'空值|缺省值|未知值': '缺失值',
    r'数据缺失|丢失值|遗漏值': '缺失值',
    r'根节点|父节点|子节点': '根结点、父结点、子结点',
    r'(?<!决策)树桩': '决策树桩',
    r'内在值|内在信息|固有信息': '固有值（IV）',
    r'信息增益率': '增益率',
    r'基尼系数|基尼不纯度': '基尼值',
    r'置信度(?!区间)': '置信因子（CF）',
    r'错误剪枝降低|减少错误剪枝|降低错误剪枝': '错误率降低剪枝',
    r'悲观剪枝(?!（)': '基于错误的剪枝（1987 年的 PEP 写作：悲观剪枝（pessimistic））',
    r'成本复杂度|代价复杂性': '代价复杂度剪枝',
    r'过度拟合|过学习|拟合过度': '过拟合',
    r'过拟合\s*[（(]?\s*underfit|欠拟合\s*[（(]?\s*overfit': '过拟合是 overfitting，欠拟合是 underfitting',
    r'训练实例|测试实例|训练示例': '训练样本、测试样本',
    r'误分类成本|错分代价': '误分类代价',
    r'缺省类': '默认类别',
    r'窗口化|窗口技术': '窗口法',
    r'生长': '生成',
    r'打平|平局|得分相等': '得分相同、一样多',
    r'长树': '生成树',
    r'第 \d+ 部分': '第……篇',
    r'按份(?!额)': '按比例',
    r'(?<![打烙])印(?:出|成)': '打印（程序），写作（书）',
    r'单元(?!格)': '单元格',
    r'袋外': '包外（西瓜书 8.3.1）',
    r'当[^。；！？\n]{0,40}(?:的时候|之时)': '……时（不用“当……的时候”）',
    r'(?<![还但总就而只可凡])(?:它|这|那|他|她)们?(?:也|就)?是(?:由|很|非常|十分|被)[^，。；\n]{0,24}的(?=[。，；])': '去掉“它是……的”',
    r'对于[^，。；\n]{0,30}来说|就[^，。；\n]{1,12}而言': '直接说（不用“对于……来说”）',
    r'(?:的[^的，。；：、（）\n]{1,4}){3}的': '“的”字连用四个：拆成两句',
    r'进行(?:了)?(?:计算|划分|剪枝|预测|训练|比较|分析|测试|分类|选择)': '直接用动词（不用“进行计算”）',
    r'其中之一|众所周知|值得注意的是|需要指出的是|不难看出|显而易见': '删去套话',
    r'通过使用|通过利用': '用',
    r'作为一个|作为一种': '直接说',
    r'在[^，。；\n]{0,16}的情况下': '……时、若……',
    r'基于[^，。；\n]{0,12}的基础上': '以……为基础',
}
SENSES = {  # pattern -> what to write instead, of words that have one sense only: a page is told once of each
    r'(?<!属性)测试(?!集|样本|误差|错误)': '划分（动作），属性测试（问题），检验（程序的）',
    r'(?m)^(?:[-*] )?代价[：:]|真正的代价|(?:一步|每次访问|查一次)的代价|代价(?:通常|在于|如下|的增长|是 *\$?O|是把)': '计算量（代价只指划分点的代价和误分类代价）',
    r'长成|长出|长完|长到底': '生成',
    r'左侧|右侧': '不大于、大于划分点的一侧',
    r'\d %': '百分号前不空格',
    r'周志华 \(\d': '周志华（2016）',
}
FEATURE = re.compile(r'特征(?!值分解|向量|重要性|函数|选择|工程|熵)')
MANY_PASSIVES = 3  # of a hundred sentences; one alone is always allowed
NO_PASSIVE = '被(?:试|告|子|动)'
BESIDE = {'信息增益比': ('增益率', '增益率（信息增益比）'), '凹函数': ('concave', '凹函数（concave，图形向上拱）')}  # where it comes first


def wrong_words(text: str) -> list:
    "What a page says that it should not, each with the line and what to write instead."
    plain = CODE.sub(lambda found: re.sub(r'[^\n]', ' ', found[0]), text)
    found = []
    for number, line in enumerate(plain.split('\n'), 1):
        kept = KEPT.findall(line)
        line = KEPT.sub('', line)
        hits = [(m[0], better) for pattern, better in WORDS.items() for m in re.finditer(pattern, line)]
        hits += [(m[0], '属性') for m in FEATURE.finditer(line) if not re.search('scikit-learn|sklearn|属性', line)]
        found += [f'line {number}: {word!r}; {better}' for word, better in hits if word not in kept]
    return found + alone(plain) + passives(plain)


def two_senses(text: str) -> list:
    "Words of a page that have one sense only, in another: how often, and where first."
    plain = CODE.sub(lambda found: re.sub(r'[^\n]', ' ', found[0]), text)
    hits = [(list(re.finditer(pattern, plain)), better) for pattern, better in SENSES.items()]
    hits += [(list(re.finditer(r'\\text\{[^}]*[a-z]{3}[^}]*\}', text)), '公式里的词也写中文')]
    return [f'line {plain.count(chr(10), 0, found[0].start()) + 1}: {found[0][0]!r}, {len(found)} in the page; {better}'
            for found, better in hits if found]


def alone(text: str) -> list:
    "Words that stand beside another one where they come first: 李航's 信息增益比 beside 增益率."
    near = {word: text[max(0, text.find(word) - 40):text.find(word) + len(word) + 40] for word in BESIDE if word in text}
    return [f'{word!r}; 初次出现时写：{better}' for word, (beside, better) in BESIDE.items() if beside not in near.get(word, beside)]


def passives(text: str) -> list:
    "A page with many 被."
    count = len(re.findall(f'(?!{NO_PASSIVE})被', text))
    allowed = max(1, len(re.findall('[。！？；]', text)) * MANY_PASSIVES // 100)
    return [f'“被” {count} 次，至多 {allowed} 次: 改用主动句'] if count > allowed else []
