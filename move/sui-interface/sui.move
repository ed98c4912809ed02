/// What the example uses of Sui's framework, so that it can be compiled. Nothing here runs.
module sui::object {
    use sui::tx_context::TxContext;

    public struct UID has store {
        bytes: address,
    }

    public native fun new(ctx: &mut TxContext): UID;
}

module sui::tx_context {
    public struct TxContext has drop {
        sender: address,
    }

    public fun sender(ctx: &TxContext): address {
        ctx.sender
    }
}

module sui::transfer {
    public native fun public_transfer<T: key + store>(obj: T, recipient: address);
    public native fun share_object<T: key>(obj: T);
}
