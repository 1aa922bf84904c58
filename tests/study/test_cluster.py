#!/usr/bin/env python3
"""test_cluster CLUSTER HENKA [--slurm] [--tell]: contrib/henka-cluster by GNU parallel, or by a Slurm of the test's own on this machine: a
shard fails and is redone, and the whole has the bytes of one run. Where there is no GNU parallel a few lines stand in for it; where there is
no Slurm the test is skipped (77). --tell shows every command with what it said. Ends with "N passed, N failed"."""
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

cluster, henka = (os.path.abspath(path) for path in sys.argv[1:3])
by = 'slurm' if '--slurm' in sys.argv else 'parallel'
needed = ['sbatch', 'squeue', 'sinfo', 'slurmctld', 'slurmd', 'munged'] if by == 'slurm' else []
path = os.environ['PATH'] + ':/usr/sbin:/sbin'
tells = '--tell' in sys.argv
passed = failed = 0
WAIT_S = 120


def check(condition, what):
    global passed, failed
    passed, failed = passed + bool(condition), failed + (not condition)
    if not condition:
        print('FAILED:', what)


def skip(why):
    print('skipped: %s' % why)
    sys.exit(77)


def until(condition, what, wait_s=WAIT_S):
    end = time.time() + wait_s
    while time.time() < end:
        if condition():
            return True
        time.sleep(0.1)
    check(False, 'waited in vain: %s' % what)
    return False


# ---- a Slurm of two nodes, each with a slurmd of its own on this machine ----

CONF = '''ClusterName=henka
SlurmctldHost={host}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
SlurmctldPort={ports[0]}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/linear
MpiDefault=none
ReturnToService=2
NodeName=one NodeHostname=one NodeAddr=127.0.0.1 Port={ports[1]} CPUs=1
NodeName=two NodeHostname=two NodeAddr=127.0.0.1 Port={ports[2]} CPUs=1
PartitionName=main Nodes=one,two Default=YES MaxTime=INFINITE State=UP
'''


def free_ports(count):
    probes = [socket.create_server(('127.0.0.1', 0)) for _ in range(count)]
    ports = [probe.getsockname()[1] for probe in probes]
    for probe in probes:
        probe.close()
    return ports


class Slurm:
    def __init__(self, folder):
        self.folder = folder
        self.started = []
        self.shown = 0
        key = folder / 'munge.key'
        key.write_bytes(os.urandom(128))
        key.chmod(0o400)
        (folder / 'state').mkdir()
        conf = folder / 'slurm.conf'
        conf.write_text(CONF.format(folder=folder, user=os.popen('id -un').read().strip(), host=socket.gethostname(), ports=free_ports(3)))
        (folder / 'cgroup.conf').write_text('CgroupPlugin=cgroup/v1\nCgroupMountpoint=%s\n' % (folder / 'cgroup'))
        self.env = dict(os.environ, PATH=path, SLURM_CONF=str(conf))
        self.start('munged', '--foreground', '--force', '--key-file', key, '--socket', folder / 'munge.socket', '--pid-file', folder / 'munged.pid',
                   '--log-file', folder / 'munged.log', '--seed-file', folder / 'munged.seed')
        if not until(lambda: (folder / 'munge.socket').exists(), 'munged', 10):
            return
        self.start('slurmctld', '-D', '-i')
        for node in 'one', 'two':
            (folder / ('spool-' + node)).mkdir()
            self.start('slurmd', '-D', '-N', node)

    def start(self, *words):
        log = open(self.folder / ('%d.out' % len(self.started)), 'w')
        self.started.append(subprocess.Popen([str(word) for word in words], env=self.env if hasattr(self, 'env') else None, stdout=log, stderr=log))

    def ready(self):
        def idle():
            run = subprocess.run(['sinfo', '--noheader', '-o', '%T %D'], env=self.env, capture_output=True, text=True)
            return run.stdout.strip() == 'idle 2'
        return until(idle, 'two idle nodes', 60)

    def idle(self):
        return not subprocess.run(['squeue', '--noheader'], env=self.env, capture_output=True, text=True).stdout.strip()

    def show(self):
        """Where the tasks ran and how they ended, of those that were not shown yet."""
        log = [line for line in (self.folder / 'slurmctld.log').read_text().splitlines() if 'NodeList=' in line or 'WEXITSTATUS' in line]
        print('\n'.join('slurmctld: ' + line for line in log[self.shown:]))
        self.shown = len(log)

    def end(self):
        for process in reversed(self.started):
            process.send_signal(signal.SIGTERM)
        for process in self.started:
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()

    def logs(self):
        for log in sorted([*self.folder.glob('*.log'), *self.folder.glob('*.out')]):
            print('---- %s\n%s' % (log.name, log.read_text(errors='replace')[-1500:]))


# ---- the script ----

# Plays; but shard 2 is killed in its midst, once some games are in its folder, as long as the file `fails` is there.
FAILING = '''#!/bin/sh
case " $* " in
*" --shard 2/3 "*)
    if [ -e "{folder}/fails" ]; then
        "{henka}" "$@" &
        for out; do :; done
        tries=0
        while [ $tries -lt 200 ] && [ "$(cat "$out" "$out"/games.txt "$out"/*/games.txt 2>/dev/null | wc -c)" -lt 2000 ]; do
            tries=$((tries + 1))
            sleep 0.01
        done
        kill -s KILL $!
        wait $!
        echo "the machine went down" >&2
        exit 1
    fi ;;
esac
exec "{henka}" "$@"
'''


# What GNU parallel does with a list of words and one command, one after the other; fails when one of them did.
STAND_IN = '''#!/bin/sh
failed=0
while IFS= read -r word; do sh -c "$(printf '%s' "$2" | sed "s/{}/$word/")" || failed=$((failed + 1)); done
exit $failed
'''


def files_of(folder):
    return {str(file.relative_to(folder)): file.read_bytes() for file in sorted(folder.rglob('*')) if file.is_file()}


def run(env, *words, where=None):
    done = subprocess.run([cluster, *map(str, words)], env=env, capture_output=True, text=True, timeout=WAIT_S, cwd=where)
    if tells:
        print('$ henka-cluster %s\n%s[exit code %d]' % (' '.join(map(str, words)), done.stdout + done.stderr, done.returncode))
    return done.returncode, done.stdout + done.stderr


def settled(env, folder, slurm):
    if slurm:
        until(slurm.idle, 'an empty queue')
        if tells:
            slurm.show()
    return run(env, 'watch', folder)


def whole_run(env, folder, slurm, name, *command):
    """Three shards, one of which fails; redone and merged they are what one run writes."""
    place, alone = folder / name, folder / (name + '-alone')
    (folder / 'fails').touch()
    code, said = run(env, 'submit', by, place, 3, *command, where=folder)
    check(code == 0, '%s: %s' % (name, said))
    if slurm:
        code, said = run(env, 'redo', place)
        check(code == 1 and 'still played, or waits to be: shards 1 2 3' in said, '%s, redone at once: %s' % (name, said))
    code, said = settled(env, place, slurm)
    check(code == 1 and '2 of 3 shards are whole' in said and 'shard 2: ' in said, '%s, watched: %s' % (name, said))
    if name == 'study':
        begun = re.search(r'shard 2: (\d+) games', said)
        check(begun and 0 < int(begun.group(1)) < 30, '%s, killed in its midst: %s' % (name, said))
    code, said = run(env, 'merge', place)
    check(code == 1 and 'not whole: shards 2 ' in said and not (place / 'whole').exists(), '%s, merged too early: %s' % (name, said))
    first = files_of(place)
    (folder / 'fails').unlink()
    code, said = run(env, 'redo', os.path.relpath(place), where=None)
    check(code == 0, '%s, redone: %s' % (name, said))
    code, said = settled(env, place, slurm)
    check(code == 0 and '3 of 3 shards are whole' in said, '%s, watched again: %s' % (name, said))
    again = files_of(place)
    kept = [file for file in first if file.startswith(('shard-1', 'shard-3')) and first[file] != again.get(file)]
    check(not kept, '%s: what was whole is played again: %s' % (name, kept))
    code, said = run(env, 'redo', place)
    check(code == 1 and 'all 3 shards are whole' in said, '%s, redone once more: %s' % (name, said))
    code, said = run(env, 'merge', place)
    check(code == 0, '%s, merged: %s' % (name, said))
    done = subprocess.run([henka, *command, '--quiet', '--out', alone], capture_output=True, text=True, cwd=folder)
    check(done.returncode == 0, '%s alone: %s' % (name, done.stderr))
    if tells and alone.is_dir():
        subprocess.run(['sha256sum', *sorted(alone.rglob('games.txt')), *sorted((place / 'whole').rglob('games.txt'))])
    if alone.is_dir():
        check(files_of(alone) and files_of(alone) == files_of(place / 'whole'), '%s: other bytes than one run has' % name)
    else:
        check(alone.read_bytes() == (place / 'whole').read_bytes(), '%s: other bytes than one run has' % name)


def refusals(env, folder):
    for words, says in ((('submit', by, folder / 'x', 3, 'study'), 'henka-cluster submit'), (('submit', 'cron', folder / 'x', 3, 'study', 'ito'), 'henka-cluster submit'),
                        (('submit', by, folder / 'x', 0, 'study', 'ito'), 'expected a number of shards'), (('submit', by, folder / 'x', 1001, 'study', 'ito'), 'at most 1000'),
                        (('submit', by, folder / 'x', 3, 'match', 'ito'), 'expected study or datagen'), (('submit', by, folder / 'x', 3, 'study', 'ito', '--out', 'y'), '--out is'),
                        (('watch', folder / 'x'), 'nothing was submitted'), (('merge', folder / 'x'), 'nothing was submitted'), (('stop',), 'henka-cluster submit')):
        code, said = run(env, *words)
        check(code != 0 and says in said, '%s: %d, %s' % (' '.join(map(str, words)), code, said))
    check(not (folder / 'x').exists(), 'a folder is left behind')
    (folder / 'there').mkdir()
    code, said = run(env, 'submit', by, folder / 'there', 3, 'study', 'ito')
    check(code == 1 and 'a folder of its own' in said and not list((folder / 'there').iterdir()), 'a folder that is there: %s' % said)


missing = [program for program in needed if not shutil.which(program, path=path)]
if missing:
    skip('there is no %s here' % ', '.join(missing))
with tempfile.TemporaryDirectory() as place:
    folder = pathlib.Path(place)
    failing = folder / 'henka'
    failing.write_text(FAILING.format(folder=folder, henka=henka))
    failing.chmod(0o755)
    (folder / 'slurm').mkdir()
    slurm = Slurm(folder / 'slurm') if by == 'slurm' else None
    env = dict(slurm.env if slurm else os.environ, HENKA=str(failing))
    if not slurm and not shutil.which('parallel'):
        print('a stand-in for GNU parallel, which is not here')
        (folder / 'bin').mkdir()
        (folder / 'bin/parallel').write_text(STAND_IN)
        (folder / 'bin/parallel').chmod(0o755)
        env['PATH'] = '%s:%s' % (folder / 'bin', env['PATH'])
    try:
        if not slurm or slurm.ready():
            refusals(env, folder)
            whole_run(env, folder, slurm, 'study', 'study', 'rutherford', '--nodes', '300,900', '--games', '30', '--seed', '5')
            whole_run(env, folder, slurm, 'compared', 'study', 'rutherford', '--nodes', '100', '--games', '9', '--compare', 'cannon')
            whole_run(env, folder, slurm, 'games', 'datagen', 'ito', '--nodes', '300', '--games', '50')
    finally:
        if slurm:
            slurm.end()
            if failed:
                slurm.logs()
print('%d passed, %d failed' % (passed, failed))
sys.exit(failed != 0)
