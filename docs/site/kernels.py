"""Kernels that start at once: one process imports what notebooks import, each kernel is a fork of it.

A chapter runs for a second or two, and imports for as long. So `warm_kernels` starts a server that has
imported everything; for each notebook Jupyter starts this file as the kernel, which asks the server
for a fork and lives as long as that does. On Linux only; elsewhere kernels start as they always do.
"""
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import contextmanager
from pathlib import Path

INLINE = 'module://matplotlib_inline.backend_inline'
IMPORTED = ('ipykernel.ipkernel', 'ipykernel.kernelapp', 'IPython.core.completer', 'matplotlib.pyplot', 'numba', 'pandas',
            'sklearn.ensemble', 'sklearn.model_selection', 'sklearn.pipeline', 'sklearn.tree', 'fastcore.test')


# -- in the build

@contextmanager
def warm_kernels(package: str, env: dict):
    "The name of the kernel that notebooks shall have, '' for the one that they name."
    if sys.platform != 'linux':
        yield ''
        return
    with tempfile.TemporaryDirectory() as folder:
        address = str(Path(folder) / 'server')
        install(Path(folder) / 'kernels' / 'warm', address)
        server = subprocess.Popen([sys.executable, __file__, 'serve', address, package], stdin=subprocess.PIPE,
                                  env={**env, 'MPLBACKEND': INLINE})
        before = os.environ.get('JUPYTER_PATH')
        os.environ['JUPYTER_PATH'] = os.pathsep.join(filter(None, [folder, before]))
        try:
            wait_until(lambda: Path(address).exists(), server)
            yield 'warm'
        finally:
            server.stdin.close()
            server.wait()
            os.environ.pop('JUPYTER_PATH') if before is None else os.environ.update(JUPYTER_PATH=before)


def wait_until(is_ready, server):
    "Wait for the server, which imports for a second, or for a minute where the machine is busy; not if it has ended."
    while not is_ready():
        if server.poll() is not None:
            raise RuntimeError(f'the server of kernels ended with status {server.poll()}')
        time.sleep(0.05)


def install(folder: Path, address: str):
    "Tell Jupyter of the kernel."
    folder.mkdir(parents=True)
    argv = [sys.executable, '-I', '-S', __file__, 'ask', address, '{connection_file}']
    (folder / 'kernel.json').write_text(json.dumps(
        {'argv': argv, 'display_name': 'warm', 'language': 'python'}), encoding='utf-8')


# -- the server

def serve(address: str, package: str):
    "Import, then fork for everyone who asks, until nobody holds our standard input any more."
    import_all(package)
    import stills  # not above: who asks for a kernel is isolated from this folder
    stills.use()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the forks
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(address)
    listener.listen()
    while sys.stdin not in (ready := select.select([listener, sys.stdin], [], [])[0]):
        if listener in ready:
            asking, _ = listener.accept()
            if os.fork() == 0:
                try:
                    listener.close()
                    be_kernel(asking)
                finally:
                    os._exit(1)
            asking.close()


def import_all(package: str):
    "The packages that notebooks use, and every module of the library."
    from importlib import import_module
    from pkgutil import walk_packages
    for name in IMPORTED:
        import_module(name)
    for module in walk_packages(import_module(package).__path__, f'{package}.'):
        import_module(module.name)


def be_kernel(asking):
    "Become the kernel of a notebook."
    from ipykernel.kernelapp import IPKernelApp
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    wish = json.loads(asking.makefile(encoding='utf-8').readline())
    os.chdir(wish['folder'])
    os.environ.clear()
    os.environ.update(wish['env'])
    os.environ.pop('JPY_PARENT_PID', None)  # our parent is the server
    threading.Thread(target=end_with, args=[asking], daemon=True).start()
    IPKernelApp.launch_instance(['-f', wish['connection'], '--IPKernelApp.log_level=50',
                                 '--HistoryManager.hist_file=:memory:'])


def end_with(asking):
    "End when the process that asked has ended."
    while asking.recv(1):
        pass
    os._exit(1)


# -- the process that Jupyter takes for the kernel

def ask(address: str, connection: str):
    "Ask the server for a kernel and stay until it has ended, or whoever wanted it has."
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    server = wait_for(address)
    wish = {'connection': connection, 'folder': os.getcwd(), 'env': dict(os.environ)}
    server.sendall(json.dumps(wish).encode() + b'\n')
    parent = os.getppid()
    while os.getppid() == parent and not select.select([server], [], [], 1)[0]:
        pass


def wait_for(address: str, seconds: float = 60):
    "The connection to the server, once it has imported everything."
    end = time.monotonic() + seconds
    while True:
        server = socket.socket(socket.AF_UNIX)
        try:
            server.connect(address)
            return server
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)


if __name__ == '__main__':
    {'serve': serve, 'ask': ask}[sys.argv[1]](*sys.argv[2:])
