"""Words of figures in Chinese, for the Chinese edition; a phrase wins over the words in it.

`stills.py` draws with them. A word of a figure that is neither here nor in KEPT stops the build and is named.
"""
KEPT = {*'max depth error limit ties leaf keep c45lit perm Adelie Chinstrap Gentoo Biscoe Dream Torgersen female male'.split(),  # names of code and of data
        *'flipper length bill island sex body mass age credit rating student youth middle aged senior excellent fair bmi log'.split(),
        *'triglycerides blood pressure petal width setosa virginica versicolor lit'.split()}
PATTERNS = {  # what `plot_tree` writes, before the words
    r'errors in (\d+) cases': r'\1 个样本中的错误数',
    r'([\d.]+) expected errors': r'估计错 \1 个', r'([\d.]+) cases?\b': r'\1 个样本', r'([\d.]+) wrong': r'错 \1 个', r'≈ ([\d.]+) expected': r'≈ 预计错 \1 个', r'\b(\d+) lea(?:f|ves)\b': r'\1 个叶结点',
    r'Melon (\d+) has no texture: parts of it reach': r'\1 号西瓜纹理缺失，各份到达'}
WORDS = {
    # measures
    'gain ratio': '增益率', 'mean gain, bits': '平均增益（比特）', 'gain, bits': '增益（比特）', 'split information, bits': '固有值（比特）',
    'average gain': '平均增益', 'gain': '增益', 'ratio': '增益率', 'average': '平均', 'net gains': '净增益', 'bits': '比特',
    'impurity': '不纯度', 'entropy: saves': '信息熵：减少', 'Gini: saves': '基尼值：减少', 'errors: saves': '错误率：减少',
    'Gini index': '基尼指数', 'decrease of the Gini value': '基尼值的下降', 'share of class 1': '类别 1 的比例',
    'probability': '概率', 'accuracy': '精度', 'error rate': '错误率', 'standard error': '标准误', 'weight': '权重', 'error': '误差',
    # trees and tables
    'tree': '树', 'root': '根结点', 'leaf': '叶结点', 'leaves': '叶结点', 'test': '划分', 'training': '训练样本', 'fresh cases': '新样本',
    'values of a random attribute': '随机属性的取值数', 'values to draw from': '取值个数', 'groups': '组数', 'sets': '集合数', 'none': '没有',
    'noise': '噪声', 'noise?': '异响？', 'leak': '漏水', 'house': '房子', 'whole': '整棵树', 'yes': '是', 'no': '否', 'true': '是', 'false': '否',
    'good': '好瓜', 'not\ngood': '坏瓜', 'not good': '坏瓜', 'density': '密度', 'texture': '纹理', 'navel': '脐部', 'touch': '触感', 'number': '编号',
    'clear': '清晰', 'a bit blurred': '稍糊', 'blurred': '模糊', 'cases': '样本', 'rows': '行', 'columns': '列', 'values': '取值', 'classes': '类别',
    # golf
    'outlook': '天气', 'temperature': '温度', 'humidity': '湿度', 'windy': '有风', 'calm': '无风', 'sunny': '晴', 'overcast': '阴', 'rain': '雨',
    'play': '打球', "don't play": '不打球', 'days': '天数', "outlook's gain": '天气的增益', "outlook's ratio": '天气的增益率',
    'net gains in all 14 days': '全部 14 天里的净增益', 'net gains in the 5 sunny days': '5 个晴天里的净增益', 'net gains in the 5 rainy days': '5 个雨天里的净增益',
    'unknown values of outlook, of 14': '天气缺失的天数（共 14 天）', 'on the known days only': '只看已知的天', 'scaled': '再乘上比例',
    'on the known cases only': '只看已知的样本', 'scaled by known fraction': '再乘以已知的比例', 'gain of windy, bits': '有风的增益（比特）',
    # splits
    'golf: no threshold pays': '高尔夫：没有划分点划算', 'melons: 0.3815 pays': '西瓜：0.3815 划算', 'cut of the sorted row': '排序后的切口',
    'any other set': '其他集合', 'attributes drawn': '抽取的属性数', 'the best is among them': '最好的属性在其中的概率',
    'gain by chance, bits': '偶然得到的增益（比特）', 'gain ratio by chance': '偶然得到的增益率', 'all 32 sets': '全部 32 个集合',
    'From five values on, chance gains more than outlook': '取值从五个起，偶然的增益就超过天气',
    'The fewer values are known, the less the gain must count': '已知的取值越少，增益就该算得越少', 'Each branch has a part of both melons': '每个分支都有这两个西瓜的一份',
    'From right to left the ratio rises, to the last merger': '从右往左，增益率一直上升，直到最后一次合并', 'June, July': '六月、七月',
    'days of rain in the set': '集合中的雨天数', 'dry days in the set': '集合中的晴天数', 'ends of the sorted list': '从排序后的一端切下',
    'The corners are the ends of the sorted list': '拐角处都是从一端切下的集合', 'Only tests right of the average may compete': '平均线右边的划分才能参选',
    'columns of noise added': '加进的噪声列数', 'One useless column changes the root': '一列没用的属性，就换了根结点',
    # pruning
    'grown': '生成', 'pre-pruned': '预剪枝', 'post-pruned': '后剪枝', 'pruned': '剪枝后', 'right, %': '分对的比例（%）', 'training melons': '训练西瓜',
    'new melons': '新西瓜', 'expected errors': '估计的错误数', 'leak is raised': '漏水提升上来',
    'At this rate so few errors happen one time in four': '按这个错误率，错得这么少的概率为四分之一', 'cases in the leaf': '叶结点的样本数',
    'no error': '没有错误', 'one case in five in error': '五个样本错一个', 'binomial': '二项分布', 'rate seen': '观察到的错误率',
    'Deep trees fit the noise: new cases do not gain': '深的树拟合噪声，新样本没有得益', 'validation errors': '验证集上的错误数',
    'Both prunings are at the lowest level': '两种剪法都在最低处', 'price α of a leaf, bits': '每个叶结点的价格 α（比特）',
    'The cheapest tree: the whole one, then the root': '最便宜的树先是整棵树，然后是根结点', 'The smallest tree below the line is chosen': '选线以下最小的树',
    'least error': '最小误差', 'one standard error': '一个标准误', 'cross-validated error': '交叉验证的错误率', 'more errors as a leaf': '作叶结点多出的错误',
    'Above the line a test stays': '在线上方的划分留下', 'stays': '留下', 'hot': '热', 'ok': '正常', 'old': '旧', 'broken': '坏', 'greased': '上过油',
    'error-based': '基于错误', 'reduced error': '错误率降低', 'cost-complexity': '代价复杂度', 'pre': '预剪枝', 'errors to expect': '估计的错误数',
    'percent right on others (dots: partitions, bar: mean)': '在别人身上判对的百分比（点：每一次分法；横线：平均）', 'Pruned trees are better on other people': '剪过的树，在别人身上更准',
    'smaller trees are above the grey line': '更小的树在灰线以上', 'Chosen': '选中', 'pumps moved': '移动的水泵数', 'penguins moved': '移动的企鹅数',
    # C5.0
    'outlook reaches the average': '天气达到平均增益', 'humidity of the sunny days': '晴天的湿度', 'a gap of 15 costs 0.15 bits': '宽 15 的间隔，代价 0.15 比特',
    'the tree expects fewer errors': '树估计的错误更少', 'Three decisions make the tree of golf': '高尔夫的树由三个决定得出', 'trial': '轮次',
    "the trial's tree alone": '只用这一轮的树', 'all trees so far': '到这一轮为止的所有树', 'error, %': '错误率（%）', 'first cut by': '第一个划分用',
    # tutorials
    'By gain: the root has three branches': '按增益：根结点有三个分支', 'By gain ratio: the root is a threshold, with two branches': '按增益率：根结点是划分点，有两个分支',
    'Humidity 77.5 separates the sunny days': '湿度 77.5 把晴天分开', 'net gain': '净增益', 'best': '最好', 'better': '较好', 'worse': '较差', 'No threshold of humidity is worth its penalty': '湿度没有一个划分点抵得过代价',
    'The ratio has its peak where one day is alone': '增益率的峰在只切下一天的地方', 'The best threshold is near the middle': '最好的划分点在中间一带',
    'values V of an attribute that is noise': '噪声属性的取值个数 V', 'mean score': '平均得分', 'Gain favours many values; the ratio does so far less': '增益偏好取值多，增益率的偏好小得多',
    'Gini decrease': '基尼值的下降', 'predicted share of each species': '各物种的预测比例', 'all known': '全部已知', 'unknown': '缺失', 'nothing known': '全部缺失',
    'share of cells blanked out': '抹去的单元格所占比例', 'parts': '分份', 'filled': '填补', 'dropped': '丢弃', 'log loss, bits': '对数损失（比特）',
    'Leaving the gaps to C4.5 is best, by accuracy and by log loss': '缺失值留给 C4.5 处理，两种度量都最好', 'terms added': '加上的项数',
    'error, last places': '误差（末位的单位）', 'The same terms in another order: another error': '同样的项，次序不同，误差也不同',
    'seconds, one tree to the end': '秒，一棵树生成到底', 'seconds': '秒', 'whole numbers': '用整数', 'boundary points': '边界点', 'parted in place': '原地划分',
    'sorted once': '只排一次序', 'sorted at every node': '每个结点都排序', 'naive': '直接照公式', 'a noisy border, 10 columns': '边界带噪声，10 列',
    '100,000 discrete values': '100,000 个离散取值', 'discrete values, 400,000 rows': '离散取值，400,000 行', 'unique values, shuffled': '取值各不相同，乱序',
    'three values': '三个取值', 'sorted': '已排序', 'reversed': '倒序', 'constant': '常数', 'The density of seventeen melons': '十七个西瓜的密度',
    # rules
    'stove': '炉子', 'no stove': '没有炉子', 'wood': '柴', 'no wood': '没有柴', 'boiler': '锅炉', 'no boiler': '没有锅炉', 'gas': '燃气', 'no gas': '没有燃气',
    'rules in the subset': '子集里的规则', 'half of the rules': '规则编码长度的一半', 'exceptions': '例外的编码长度',
    'the rule that decides (and the next one)': '起决定作用的规则（和下一条）',
}
