"Ten tables as people publish them: for each its bytes, the repairs that are said, and the columns that are asked."
GAP = '\u202f'


def table(head, row, n=60, sep=',', end=''):
    return '\n'.join([head.replace(',', sep), *(sep.join(row(i)) for i in range(n))]) + '\n' + end


def yes(i): return 'yes' if i * 7 % 50 < 22 else 'no'


TEN = {  # name -> (bytes, words of repairs, names that the tree may ask)
    'semicolons and decimal commas': (
        table('Höhe,Fläche,Klasse', lambda i: (f'{i * 7 % 50},5', f'1.{i % 9}00,25', yes(i)), sep=';').encode('cp1252'),
        ['Höhe: 0,5 is read as 0.5', 'Fläche: 1.000,25 is read as 1000.25', 'Windows-1252'], 'Höhe Fläche'),
    'n/a among numbers': (
        table('age,town,member', lambda i: ('n/a' if i % 20 == 3 else str(i * 7 % 50), 'xyz'[i % 3], yes(i))).encode(),
        ['age: n/a among numbers is read as unknown'], 'age town'),
    'lines that were cut': (
        table('a,b,c', lambda i: (str(i * 7 % 50), str(i % 4), yes(i))[:2 if i == 30 else 3]).encode(),
        ['Line 32 has 2 values instead of 3: left out'], 'a b'),
    'a title, and letters of China': (
        ('2024 年企业统计\n' + table('规模,地区,达标', lambda i: (str(i * 7 % 50), '东西南'[i % 3], '是否'[yes(i) == 'no']))).encode('gb18030'),
        ['Line 1 has 1 value instead of 3: left out', 'GB18030'], '规模 地区'),
    'a mark before it, and Windows': (
        ('\ufeff' + table('size,kind,good', lambda i: (str(i * 7 % 50), 'pq'[i % 2], yes(i)))).replace('\n', '\r\n').encode(),
        ['The letters are in UTF-8'], 'size kind'),
    'dates': (
        table('joined,seen,stays', lambda i: (f'{1 + i % 28:02}.{1 + i % 12:02}.{2000 + i * 7 % 50 // 10}',
                                              f'2024-0{1 + i % 9}-1{i % 9} 1{i % 10}:30', yes(i))).encode(),
        ['joined: 01.01.2000 is a date, day.month.year', 'seen: 2024-01-10 10:30 is a date'],
        'joined_year joined_month joined_weekday seen_year seen_month seen_weekday seen_hour'),
    'thousands and percents': (
        table('pop,rate,open', lambda i: (f'1{GAP}{100 + i * 7 % 50}', f'{i % 30} %', yes(i))).encode(),
        [f'pop: 1{GAP}100 is read as 1100', 'rate: 0 % is read as 0'], 'pop rate'),
    'capitals and blanks': (
        table('plan,score,renews', lambda i: (['Basic', 'basic', ' Pro', 'Pro'][i % 4], str(i * 7 % 50), yes(i))).encode(),
        ['plan: basic and Basic differ in capitals or blanks only', 'plan: blanks around 15 values left out'], 'plan score'),
    'identifiers': (
        table('id,key,name,points,passed', lambda i: (str(i + 1), f'k{i * 37 % 61:03}', f'person {i}', str(i * 7 % 50), yes(i))).encode(),
        ['id: left out, it numbers the cases', 'key: left out, each case has its own', 'name: left out, each case has its own'], 'points'),
    'quotes, and a line of totals': (
        table('"item, sold",price,"is ""new"""', lambda i: (f'"cup, {i % 3}"', str(i * 7 % 50), yes(i)), end='Total,1470,\n').encode(),
        ['Line 62 holds “Total”: left out, for a sum is no case'], 'item, sold|price'),
}
