import { fieldType, type MessageType } from './message-type.ts';
import { invalidArgument } from './status.ts';

/** Which fields of a message the caller wants: a tree of field names, `all` below its leaves. */
export class ReadMask {
  readonly #children: Map<string, ReadMask> | 'all';

  private constructor(children: Map<string, ReadMask> | 'all') {
    this.#children = children;
  }

  static readonly everything = new ReadMask('all');

  /** Builds a mask; a path that names no field of the type is refused as nodes do. */
  static of(type: MessageType, paths: readonly string[]): ReadMask {
    if (paths.includes('*')) return ReadMask.everything;
    const byFirst = new Map<string, string[]>();
    for (const path of paths) {
      const dot = path.indexOf('.');
      const first = dot < 0 ? path : path.slice(0, dot);
      const rest = byFirst.get(first) ?? [];
      rest.push(dot < 0 ? '' : path.slice(dot + 1));
      byFirst.set(first, rest);
    }
    const children = new Map<string, ReadMask>();
    for (const [name, rest] of byFirst) {
      const field = type.fields.find((candidate) => candidate.name === name);
      if (field === undefined) throw unknownPath(name);
      const inner = fieldType(field);
      const deeper = rest.filter((path) => path !== '');
      const isOpaque = inner === undefined || inner.typeName.startsWith('google.protobuf.');
      if (deeper.length > 0 && isOpaque) throw unknownPath(`${name}.${deeper[0]}`);
      const isWhole = rest.includes('') || inner === undefined;
      if (deeper.length > 0 && inner !== undefined) ReadMask.of(inner, deeper);
      children.set(name, isWhole ? ReadMask.everything : ReadMask.of(inner, deeper));
    }
    return new ReadMask(children);
  }

  has(field: string): boolean {
    return this.#children === 'all' || this.#children.has(field);
  }

  /** The mask for the message in a field; undefined when the field is not wanted. */
  below(field: string): ReadMask | undefined {
    return this.#children === 'all' ? this : this.#children.get(field);
  }

  /** A copy of the message with nothing but the fields wanted. */
  trim<T extends object>(type: MessageType<T>, message: T): T {
    if (this.#children === 'all') return message;
    const source = message as Record<string, unknown>;
    const trimmed = type.create() as Record<string, unknown>;
    for (const field of type.fields) {
      const below = this.#children.get(field.name);
      if (below === undefined) continue;
      const holder = field.oneof === undefined ? source : oneofHolder(source, field);
      const value = holder?.[field.localName];
      if (value === undefined) continue;
      const kept = below.#trimField(fieldType(field), value);
      if (field.oneof === undefined) trimmed[field.localName] = kept;
      else trimmed[field.oneof] = { oneofKind: field.localName, [field.localName]: kept };
    }
    return trimmed as T;
  }

  #trimField(type: MessageType | undefined, value: unknown): unknown {
    if (this.#children === 'all' || type === undefined) return value;
    if (Array.isArray(value)) return value.map((item: object) => this.trim(type, item));
    return this.trim(type, value as object);
  }
}

function oneofHolder(
  source: Record<string, unknown>,
  field: { oneof: string | undefined; localName: string },
): Record<string, unknown> | undefined {
  const holder = source[field.oneof as string] as Record<string, unknown> | undefined;
  return holder?.oneofKind === field.localName ? holder : undefined;
}

function unknownPath(path: string): Error {
  return invalidArgument('read_mask', `invalid read_mask path: ${path}`);
}
