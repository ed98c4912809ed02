/**
 * The accounts that a visitor can be, worked out beforehand: deriving one takes a phone a tenth of a second, and needs
 * code that only signing needs. A test compares them with demo/keys.ts.
 */
export const ACCOUNTS: Readonly<Record<string, { address: string; publicKey: string }>> = {
  ace: {
    address: '0x8e872786e71fdf584985bf1b45d5367803b590fbd0601c21d8c5a1ee57ccf5b2',
    publicKey: 'W125sh9x58gELiH3kW/+tFeKo51w8QCliPeKA5F9MfM=',
  },
  kiosk: {
    address: '0x695b6ba0d13e028d779ba368fbaceb7c0ba3751c22af326c0cedd89e42eb4c00',
    publicKey: 'pVEwbvtRwtnwDXmSgBxsf97kW5Wk6SEoiHGutxRgrKA=',
  },
  five: {
    address: '0xdddf3ecd3ab97390cd9518e431559b165471881baf17849f0d111be4f39410e3',
    publicKey: 'IyNUBc6S3KWVPcuO+NC9wNPYFHLqlNQX/Lh3hcHGkMQ=',
  },
  duo: {
    address: '0x262f50ecdd7338b3ef9d35b266e84eb098513b2885ab7ecd714d5a778f9ad4a1',
    publicKey: 'y8nsn0wkLCxtBnkxtaR2fmbd++fhBZlQXsuBReS8Ets=',
  },
  zero: {
    address: '0xab0547ff95574d2d3d11639760ec90fb85de0006af59b09510cc93ab7d8a94fb',
    publicKey: 'SSsyyaXK1kar5NoE3hdTrA8hsBMJ7JSBMQCkkUaLsEc=',
  },
  whale: {
    address: '0xf48c39854011a6c6224996c83d5c6c6c74a8dbcd0bf5c9569670e39d23574570',
    publicKey: 'BSo4dDlrVv58ENh+EYF56WzvQ/DxwoOwIj5WoNAcPGI=',
  },
  admin: {
    address: '0x45c0bf750bbaf78a6b1ea9445f8c2ab44f30528c091ec842f36938b8953a7811',
    publicKey: '3UoBQTHFcSrwvmU3FcB3mStye6mS3KBlg00VTrmm0PY=',
  },
  encore: {
    address: '0x77cf47a43872b5a2856c2de2c33bcf22471aa8f7a49e22266216233ec26ab8fd',
    publicKey: 'X0y7iQX52Z8YWk6CpzvV7k4gVW8c29iXYRc9eePR36M=',
  },
};
