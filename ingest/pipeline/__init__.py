"""An upload's way from bytes to rows: unpack, declare, identify, parse, store, link, publish. See `parse_upload`."""
