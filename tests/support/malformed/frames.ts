/** WebSocket client frames as bytes (RFC 6455, 5.2), also invalid ones. */
export const TEXT = 0x1;
const CLOSE = 0x8;

interface FrameOptions {
  readonly isLast?: boolean;
  readonly isMasked?: boolean;
  /** The three reserved bits: 0x40, 0x20, 0x10. */
  readonly reserved?: number;
}

export function frame(
  opcode: number,
  payload: string | Buffer,
  options: FrameOptions = {},
): Buffer {
  const { isLast = true, isMasked = true, reserved = 0 } = options;
  const data = Buffer.from(payload);
  const mask = isMasked ? 0x80 : 0;
  const start = [(isLast ? 0x80 : 0) | reserved | opcode];
  const length =
    data.length < 126
      ? [mask | data.length]
      : [mask | 126, (data.length >> 8) & 0xff, data.length & 0xff];
  // A zero mask does not change the payload.
  const key = isMasked ? [0, 0, 0, 0] : [];
  return Buffer.concat([Buffer.from([...start, ...length, ...key]), data]);
}

export function closeFrame(code: number): Buffer {
  return frame(CLOSE, Buffer.from([code >> 8, code & 0xff]));
}

/** Whether the server's bytes contain a close frame. */
export function hasCloseFrame(bytes: Buffer): boolean {
  return bytes.includes(Buffer.from([0x80 | CLOSE]));
}
