// Python in the browser: the few calls of an operating system (WASI preview 1) that CPython needs, over files in
// memory. `live.js` makes a worker of this function, so that a double-clicked page may run it. Nothing leaves the page.
"use strict";

privcausalLive("worker", function () {
  const OK = 0, BADF = 8, EXIST = 20, INVALID = 28, NOENT = 44, NOSYS = 52, NOTDIR = 54, NOTEMPTY = 55, DENIED = 63;
  const CHARACTERS = 2, FOLDER = 3, FILE = 4;
  const encode = (text) => new TextEncoder().encode(text);
  const decode = (bytes) => new TextDecoder().decode(bytes);

  // ---------------------------------------------------------------- files: a tree of maps; a file has bytes and a size
  const folder = () => ({ children: new Map() });
  const root = folder();
  const parts = (path) => path.split("/").filter((part) => part && part !== ".");

  function locate(path) {
    let parent = null, node = root, name = "";
    const names = parts(path);
    for (const [i, part] of names.entries()) {
      parent = node;
      name = part;
      node = parent?.children?.get(part);
      if (!node && i < names.length - 1) return { parent: null, node: null, name };
    }
    return { parent, node, name };
  }

  function put(path, bytes) {
    let node = root;
    for (const part of parts(path)) {
      if (!node.children.has(part)) node.children.set(part, folder());
      node = node.children.get(part);
    }
    if (bytes) Object.assign(node, { bytes, size: bytes.length, children: undefined });
  }

  function write(node, at, bytes) {
    const end = at + bytes.length;
    if (end > node.bytes.length) {
      const wider = new Uint8Array(Math.max(end, 2 * node.bytes.length));
      wider.set(node.bytes.subarray(0, node.size));
      node.bytes = wider;
    }
    node.bytes.set(bytes, at);
    node.size = Math.max(node.size, end);
  }

  // What is written to these goes into the page.
  for (const kind of ["html", "error"]) {
    put(`/page/${kind}`, new Uint8Array(1));
    locate(`/page/${kind}`).node.kind = kind;
  }

  // ---------------------------------------------------------------- the system calls
  const MOST = 100_000; // characters that one cell may print
  let pending = "", left = MOST, sent = 0;

  /** Hand over what was printed, in gulps: the page must stay free to stop a loop that prints. */
  function flush() {
    if (pending) postMessage({ kind: "text", text: pending });
    pending = "";
    sent = performance.now();
  }

  function say(kind, text) {
    if (kind === "text") {
      if (left > 0) pending += text.slice(0, left);
      if (left > 0 && text.length > left) pending += "\n… more was printed than a page can show\n";
      left -= text.length;
      if (performance.now() - sent > 50) flush();
    } else {
      flush();
      postMessage({ kind, text });
    }
  }

  const streams = { 1: new TextDecoder(), 2: new TextDecoder() };
  const open = new Map([[3, { node: root, at: 0 }]]);
  let memory = null;
  const view = () => new DataView(memory.buffer);
  const bytesAt = (at, length) => new Uint8Array(memory.buffer, at, length);
  const textAt = (at, length) => decode(bytesAt(at, length).slice());
  const type = (node) => (node.bytes ? FILE : FOLDER);

  /** The path that a call names: absolute already, or within an open folder (ours is always the root). */
  const named = (at, length) => locate(textAt(at, length));

  function stat(out, node) {
    bytesAt(out, 64).fill(0);
    view().setBigUint64(out + 8, BigInt((node.inode ??= ++stat.inodes)), true);
    view().setUint8(out + 16, node.bytes ? FILE : node.children ? FOLDER : CHARACTERS);
    view().setBigUint64(out + 24, 1n, true);
    view().setBigUint64(out + 32, BigInt(node.size ?? 0), true);
    return OK;
  }
  stat.inodes = 0;

  /** Hand every piece of a scattered buffer to `move`, which says how many bytes it took. */
  function pieces(list, count, total, move) {
    let done = 0;
    for (let i = 0; i < count; i++) {
      const length = view().getUint32(list + 8 * i + 4, true);
      const moved = move(bytesAt(view().getUint32(list + 8 * i, true), length));
      done += moved;
      if (moved < length) break;
    }
    view().setUint32(total, done, true);
    return OK;
  }

  function read(file, at, target) {
    const found = file.node.bytes.subarray(at, Math.min(at + target.length, file.node.size));
    target.set(found);
    return found.length;
  }

  function words(list) {
    const all = list.map((word) => encode(`${word}\0`));
    const get = (pointers, at) => {
      for (const [i, word] of all.entries()) {
        view().setUint32(pointers + 4 * i, at, true);
        bytesAt(at, word.length).set(word);
        at += word.length;
      }
      return OK;
    };
    const sizes = (count, bytes) => {
      view().setUint32(count, all.length, true);
      view().setUint32(bytes, all.reduce((sum, word) => sum + word.length, 0), true);
      return OK;
    };
    return [get, sizes];
  }

  const now = (clock) => BigInt(Math.round(1e6 * (clock === 0 ? Date.now() : performance.now())));
  const [environ_get, environ_sizes_get] = words([
    "HOME=/home", "TMPDIR=/tmp", "MPLCONFIGDIR=/tmp/matplotlib", "MPLBACKEND=agg", "PYTHONTZPATH=", "PYTHONHASHSEED=0",
    "SOURCE_DATE_EPOCH=0", "COLUMNS=80", "JOBLIB_MULTIPROCESSING=0",
  ]);
  const [args_get, args_sizes_get] = words(["python"]);
  const done = () => OK;

  const calls = {
    args_get, args_sizes_get, environ_get, environ_sizes_get,
    fd_advise: done, fd_datasync: done, fd_sync: done, fd_fdstat_set_flags: done, fd_filestat_set_times: done,
    path_filestat_set_times: done, sched_yield: done,
    proc_exit(code) {
      throw new Error(`Python ended with ${code}`);
    },
    clock_res_get(_clock, out) {
      view().setBigUint64(out, 1000n, true);
      return OK;
    },
    clock_time_get(clock, _precision, out) {
      view().setBigUint64(out, now(clock), true);
      return OK;
    },
    random_get(at, length) {
      for (let i = 0; i < length; i += 65536) crypto.getRandomValues(bytesAt(at + i, Math.min(65536, length - i)));
      return OK;
    },
    poll_oneoff(asked, events, count, total) {
      let until = Infinity; // only clocks: nothing here waits for files
      for (let i = 0; i < count; i++) {
        const at = asked + 48 * i, absolute = view().getUint16(at + 40, true) & 1;
        if (view().getUint8(at + 8) !== 0) return NOSYS;
        const wait = Number(view().getBigUint64(at + 24, true)) / 1e6;
        until = Math.min(until, absolute ? wait : performance.now() + wait);
        bytesAt(events, 32).fill(0);
        view().setBigUint64(events, view().getBigUint64(at, true), true);
      }
      while (performance.now() < until);
      view().setUint32(total, 1, true);
      return OK;
    },
    fd_prestat_get(fd, out) {
      if (fd !== 3) return BADF;
      view().setUint8(out, 0);
      view().setUint32(out + 4, 1, true);
      return OK;
    },
    fd_prestat_dir_name(_fd, at) {
      bytesAt(at, 1).set(encode("/"));
      return OK;
    },
    fd_fdstat_get(fd, out) {
      const file = open.get(fd);
      if (!file && fd > 2) return BADF;
      bytesAt(out, 24).fill(0);
      view().setUint8(out, fd > 2 ? type(file.node) : CHARACTERS);
      view().setBigUint64(out + 8, 2n ** 64n - 1n, true);
      view().setBigUint64(out + 16, 2n ** 64n - 1n, true);
      return OK;
    },
    fd_filestat_get: (fd, out) => (fd < 3 ? stat(out, {}) : open.has(fd) ? stat(out, open.get(fd).node) : BADF),
    fd_filestat_set_size(fd, size) {
      const node = open.get(fd)?.node;
      if (!node?.bytes) return BADF;
      if (Number(size) > node.size) write(node, node.size, new Uint8Array(Number(size) - node.size));
      node.size = Number(size);
      return OK;
    },
    fd_close: (fd) => (open.delete(fd) || fd < 3 ? OK : BADF),
    fd_read(fd, list, count, total) {
      const file = open.get(fd);
      if (fd === 0) return pieces(list, 0, total);
      if (!file?.node.bytes) return BADF;
      return pieces(list, count, total, (target) => {
        const length = read(file, file.at, target);
        file.at += length;
        return length;
      });
    },
    fd_pread(fd, list, count, offset, total) {
      const file = open.get(fd);
      let at = Number(offset);
      if (!file?.node.bytes) return BADF;
      return pieces(list, count, total, (target) => {
        const length = read(file, at, target);
        at += length;
        return length;
      });
    },
    fd_write(fd, list, count, total) {
      if (fd in streams)
        return pieces(list, count, total, (source) => {
          const text = streams[fd].decode(source.slice(), { stream: true });
          if (text) say("text", text);
          return source.length;
        });
      const file = open.get(fd);
      if (!file?.node.bytes) return BADF;
      return pieces(list, count, total, (source) => {
        if (file.append) file.at = file.node.size;
        if (file.node.kind) say(file.node.kind, decode(source.slice()));
        else write(file.node, file.at, source);
        file.at += source.length;
        return source.length;
      });
    },
    fd_pwrite(fd, list, count, offset, total) {
      const node = open.get(fd)?.node;
      let at = Number(offset);
      if (!node?.bytes) return BADF;
      return pieces(list, count, total, (source) => {
        write(node, at, source);
        at += source.length;
        return source.length;
      });
    },
    fd_seek(fd, offset, whence, out) {
      const file = open.get(fd);
      if (!file) return fd < 3 ? 70 : BADF; // a pipe cannot seek
      const at = Number(offset) + [0, file.at, file.node.size][whence];
      if (at < 0) return INVALID;
      file.at = at;
      view().setBigUint64(out, BigInt(at), true);
      return OK;
    },
    fd_tell: (fd, out) => calls.fd_seek(fd, 0n, 1, out),
    fd_readdir(fd, at, room, cookie, used) {
      const node = open.get(fd)?.node;
      if (!node?.children) return NOTDIR;
      let filled = 0;
      for (const [i, [name, child]] of [...node.children].entries()) {
        if (i < Number(cookie)) continue;
        const entry = new Uint8Array(24 + encode(name).length), fields = new DataView(entry.buffer);
        fields.setBigUint64(0, BigInt(i + 1), true);
        fields.setBigUint64(8, BigInt((child.inode ??= ++stat.inodes)), true);
        fields.setUint32(16, entry.length - 24, true);
        fields.setUint8(20, type(child));
        entry.set(encode(name), 24);
        bytesAt(at + filled, Math.min(entry.length, room - filled)).set(entry.subarray(0, room - filled));
        filled += Math.min(entry.length, room - filled);
        if (filled === room) break;
      }
      view().setUint32(used, filled, true);
      return OK;
    },
    path_open(_fd, _follow, at, length, how, _rights, _inherited, flags, out) {
      const { parent, node: found, name } = named(at, length);
      const [create, directory, exclusive, truncate] = [1, 2, 4, 8].map((flag) => how & flag);
      if (found && create && exclusive) return EXIST;
      if (!found && !(create && parent)) return NOENT;
      if (found && directory && !found.children) return NOTDIR;
      const node = found ?? { bytes: new Uint8Array(64), size: 0 };
      if (!found) parent.children.set(name, node);
      if (truncate && node.bytes) node.size = 0;
      let fd = 4;
      while (open.has(fd)) fd++;
      open.set(fd, { node, at: 0, append: flags & 1 });
      view().setUint32(out, fd, true);
      return OK;
    },
    path_filestat_get(_fd, _follow, at, length, out) {
      const { node } = named(at, length);
      return node ? stat(out, node) : NOENT;
    },
    path_create_directory(_fd, at, length) {
      const { parent, node, name } = named(at, length);
      if (node) return EXIST;
      if (!parent?.children) return NOENT;
      parent.children.set(name, folder());
      return OK;
    },
    path_unlink_file(_fd, at, length) {
      const { parent, node, name } = named(at, length);
      if (!node) return NOENT;
      parent.children.delete(name);
      return OK;
    },
    path_remove_directory(fd, at, length) {
      return named(at, length).node?.children?.size ? NOTEMPTY : calls.path_unlink_file(fd, at, length);
    },
    path_rename(_fd, at, length, _to, target, size) {
      const from = named(at, length), into = named(target, size);
      if (!from.node || !into.parent?.children) return NOENT;
      from.parent.children.delete(from.name);
      into.parent.children.set(into.name, from.node);
      return OK;
    },
    path_readlink: () => INVALID,
  };
  const refuse = (name) => (name.startsWith("sock") ? NOSYS : DENIED);
  const system = new Proxy(calls, { get: (_, name) => calls[name] ?? (() => refuse(name)) });

  // ---------------------------------------------------------------- one session
  put("/tmp");
  put("/home");
  put("/tmp/matplotlib");
  let python = null, frozen = null;

  function turn(source) {
    const bytes = encode(source), at = python.host_alloc(bytes.length) >>> 0;
    bytesAt(at, bytes.length).set(bytes);
    return python.turn(at, bytes.length);
  }

  const unzipped = (blob) => blob.stream().pipeThrough(new DecompressionStream("gzip"));

  /** Put the files of a bundle in their places: a line of JSON says their names and lengths. */
  async function unpack(blob) {
    const bytes = new Uint8Array(await new Response(unzipped(blob)).arrayBuffer());
    let at = bytes.indexOf(10) + 1;
    for (const [path, length] of JSON.parse(decode(bytes.subarray(0, at)))) put(path, bytes.subarray(at, (at += length)));
  }

  async function start(module) {
    const imports = { wasi_snapshot_preview1: system, host: { call: () => NOSYS } };
    python = (await WebAssembly.instantiate(module, imports)).exports;
    memory = python.memory;
    if (frozen) {
      // The memory of a Python that has imported what the course needs: see freeze.js. It goes to its place piece by
      // piece, for as a whole it would lie here twice.
      const stream = unzipped(frozen).getReader();
      for (let at = 0, piece; (piece = (await stream.read()).value); at += piece.length) {
        const lacks = at + piece.length - memory.buffer.byteLength;
        if (lacks > 0) memory.grow(Math.ceil(lacks / 65536));
        bytesAt(at, piece.length).set(piece);
      }
      turn("session.wake()");
    } else {
      // The program was frozen with the directory of a larger library in mind; ours is a part of that.
      turn("import sys, zipimport; zipimport._zip_directory_cache.clear(); sys.path_importer_cache.clear()");
      turn("sys.path.insert(0, '/site'); import session");
    }
  }

  let unpacked = null;
  onmessage = async ({ data }) => {
    try {
      if (data.files) {
        frozen = data.memory;
        return (unpacked = Promise.all(data.files.map(unpack)));
      }
      left = MOST;
      if (data.module) {
        await unpacked;
        await start(data.module);
      }
      else {
        put("/cell.py", encode(data.source));
        turn(data.marks ? `session.mark("${data.marks}")` : `session.run("cell ${data.number}")`);
      }
      flush();
      postMessage({ kind: "done", memory: memory.buffer.byteLength });
    } catch (problem) {
      flush();
      postMessage({ kind: "dead", text: String(problem) });
    }
  };
});
