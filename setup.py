"""Hands settings.ini, the one place for name, version and requirements, to setuptools."""
import re
from configparser import ConfigParser
from pathlib import Path

from setuptools import find_packages, setup

HERE = Path(__file__).parent
LICENSES = {'apache2': 'Apache-2.0'}
SUFFIX = '_requirements'


def settings() -> dict:
    "The keys of settings.ini."
    ini = ConfigParser(delimiters=['='], interpolation=None)
    ini.read(HERE / 'settings.ini', encoding='utf-8')
    return dict(ini['DEFAULT'])


def extras(ini: dict) -> dict:
    "Extra -> requirements, from the keys that end in `_requirements`."
    return {k[:-len(SUFFIX)]: v.split() for k, v in ini.items() if k.endswith(SUFFIX)}


def readme(address: str) -> str:
    "The text of README.md, its links to files of the repository made whole; empty where a build has none."
    path = HERE / 'README.md'
    text = path.read_text(encoding='utf-8') if path.exists() else ''
    text = re.sub(r'(!\[[^\]]*\]\()(?!\w+:|#)', rf'\1{address}/raw/main/', text)
    return re.sub(r'(?<!!)(\[[^\]]*\]\()(?!\w+:|#)', rf'\1{address}/blob/main/', text)


ini = settings()
name = ini['lib_path']
setup(
    name=ini['lib_name'],
    version=ini['version'],
    description=ini['description'],
    long_description=readme(ini['git_url']),
    long_description_content_type='text/markdown',
    keywords=ini['keywords'].split(),
    author=ini['author'],
    author_email=ini['author_email'],
    url=ini['git_url'],
    license=LICENSES[ini['license']],
    classifiers=[
        'Development Status :: 5 - Production/Stable',
        'Framework :: Jupyter',
        'Intended Audience :: Education',
        'Intended Audience :: Developers',
        'Intended Audience :: Science/Research',
        'Natural Language :: English',
        'Programming Language :: Python :: 3',
        *(f'Programming Language :: Python :: 3.{minor}' for minor in range(10, 15)),
        'Topic :: Scientific/Engineering :: Artificial Intelligence',
    ],
    packages=find_packages(include=[name, f'{name}.*']),
    package_data={'': ['*.pyi'], name: ['py.typed', 'csv/*', 'static/*']},
    python_requires='>=' + ini['min_python'],
    install_requires=ini['requirements'].split(),
    extras_require=extras(ini),
    entry_points={
        'console_scripts': ini['console_scripts'].split(),
    },
)
